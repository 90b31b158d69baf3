/** One figure, with the reference that was measured in the same run and the ratio of the two. */
export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly reference?: { readonly name: string; readonly value: number };
  /** How many times the reference: above 1 is better than it. */
  readonly ratio?: number;
  /** What was measured, and what could not be. */
  readonly note?: string;
}

export interface BenchOptions {
  /** Seconds for each measurement. */
  readonly seconds: number;
  /** Measurements of each subject; the median counts. */
  readonly repeats: number;
}

/** Something to be timed: does a batch of work and says how many units it did. */
export interface Subject {
  readonly name: string;
  run(): number | Promise<number>;
}

/**
 * Units per second of each subject: the median of `repeats` measurements. Subjects take turns, so that a machine that
 * slows down or is busy with other things hits them alike. Each is warmed up first.
 */
export async function race(subjects: readonly Subject[], options: BenchOptions): Promise<number[]> {
  const rates: number[][] = subjects.map(() => []);
  for (const subject of subjects) await rate(subject, options.seconds / 2);
  for (let i = 0; i < options.repeats; i++) {
    for (const [s, subject] of subjects.entries()) rates[s]!.push(await rate(subject, options.seconds));
  }
  return rates.map(median);
}

async function rate(subject: Subject, seconds: number): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let units = 0;
  let now: number;
  do {
    const done = subject.run();
    units += typeof done === 'number' ? done : await done;
    now = performance.now();
  } while (now < end);
  return (units / (now - begin)) * 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The result of one subject against references; the fastest of them is the one that counts. */
export function compared(
  name: string,
  unit: string,
  value: number,
  references: readonly { readonly name: string; readonly value: number }[],
  notes: readonly string[] = [],
): BenchResult {
  const best = references.reduce<{ name: string; value: number } | undefined>(
    (top, one) => (top === undefined || one.value > top.value ? one : top),
    undefined,
  );
  return {
    name,
    value,
    unit,
    ...(best === undefined ? {} : { reference: best, ratio: value / best.value }),
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
  };
}

/** A package that only developers of hench have (a reference to compare with); `null` where it isn't installed. */
export function optionalPackage<T>(name: string): Promise<T | null> {
  return orMissing(import(name) as Promise<T>);
}

/** What was loaded, or `null` where a package for it isn't installed. */
export async function orMissing<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** What a bench says where its reference isn't installed. */
export function notInstalled(name: string): string {
  return `${name} is not installed, so there is nothing to compare with (npm i ${name})`;
}
