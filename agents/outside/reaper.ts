import { isMainThread } from 'node:worker_threads';

/** A process that must not outlive this one. */
export interface Mortal {
  /** At once, from any state. */
  kill(): void;
  /** Asks it to end; resolves when it has, or has been killed. */
  end(): Promise<void>;
}

const living = new Set<Mortal>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let watching = false;

/** Sees to it that the process ends with this one, however that ends (SIGKILL aside). */
export function mind(process: Mortal): void {
  living.add(process);
  watch();
}

export function forget(process: Mortal): void {
  living.delete(process);
}

function killAll(): void {
  for (const process of living) process.kill();
  living.clear();
}

/** Ends all users' programs and waits until they are gone. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...living].map((process) => process.end()));
}

function watch(): void {
  if (watching) return;
  if (!isMainThread) throw new Error("a user's program can be run from the main thread only");
  watching = true;
  process.on('exit', killAll);
  for (const signal of SIGNALS) {
    const die = (): void => {
      // Whoever else listens ends the process in its own way, and then `exit` comes.
      if (process.listenerCount(signal) > 1) return;
      killAll();
      process.off(signal, die);
      process.kill(process.pid, signal);
    };
    process.on(signal, die);
  }
}
