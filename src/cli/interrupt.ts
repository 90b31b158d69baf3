/**
 * A signal that Ctrl-C aborts, for commands that have something to finish or to save; a second Ctrl-C ends the
 * process at once. Call `release` when the work is done. Commands without it simply end at the first.
 */
export function interruptible(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}

/** The exit code of a command that Ctrl-C ended. */
export const INTERRUPTED = 130;
