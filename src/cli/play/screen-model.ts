/** A key as the terminal gives it. */
export interface Key {
  readonly input: string;
  readonly ctrl: boolean;
}

/** What a screen of either game draws: it tells whoever draws of changes, and ends when the person has left. */
export class ScreenModel {
  /** Set when the person wants to leave or the game has been seen to its end. */
  left = false;
  /** Counts changes, for whoever draws. */
  version = 0;
  private readonly listeners = new Set<() => void>();
  private leave: (() => void) | null = null;

  /** For React's `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): number => this.version;

  /** Resolves when the person has left. */
  async done(): Promise<void> {
    if (this.left) return;
    await new Promise<void>((resolve) => {
      this.leave = resolve;
    });
  }

  quit(): void {
    if (this.left) return;
    this.left = true;
    this.changed();
    this.leave?.();
  }

  protected changed(): void {
    this.version++;
    for (const listener of this.listeners) listener();
  }
}
