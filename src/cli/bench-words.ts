import type { BenchResult } from '../../eval/bench/measure.js';

/** A bench in a line, with its note in a second one. */
export function benchLine(result: BenchResult): string {
  const figure = `${result.name.padEnd(20)} ${formatFigure(result.value).padStart(9)} ${result.unit}`;
  const { reference, ratio } = result;
  const beside =
    reference === undefined || ratio === undefined
      ? ''
      : `, ${ratio.toFixed(1)} × ${reference.name} (${formatFigure(reference.value)})`;
  const note = result.note === undefined ? '' : `\n${' '.repeat(21)}${result.note}`;
  return `${figure}${beside}${note}`;
}

/** `2 × AMD EPYC, Node v20.20.0`. */
export function machineName(cpus: readonly { readonly model: string }[], node: string): string {
  const model = cpus[0]?.model.replace(/\s+/g, ' ').trim();
  return `${cpus.length} × ${model === undefined || model === '' ? 'unknown processor' : model}, Node ${node}`;
}

/** 248000000 as 248 M, 0.0123 as 0.0123. */
export function formatFigure(value: number): string {
  if (value >= 1e6) return `${three(value / 1e6)} M`;
  if (value >= 1e4) return `${three(value / 1e3)} k`;
  return three(value);
}

function three(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
