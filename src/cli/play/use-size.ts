import { useStdout } from 'ink';
import { useEffect, useState } from 'react';

/** How large the terminal is, in letters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The terminal's size, followed when it changes. */
export function useSize(): Size {
  const { stdout } = useStdout();
  // Some terminals don't know their size, or say 0.
  const read = (): Size => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const [size, setSize] = useState(read);
  useEffect(() => {
    const resized = (): void => setSize(read());
    stdout.on('resize', resized);
    return () => {
      stdout.off('resize', resized);
    };
  });
  return size;
}
