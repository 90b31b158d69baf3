/** Markup that is already escaped. Only this module makes it from text. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and within quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/**
 * A template whose texts are escaped and whose `Html`, alone or in arrays, stands as it is:
 * ``html`<p>${name}</p>${tables}` ``.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  let out = parts[0]!;
  for (const [index, value] of values.entries()) out += markup(value) + parts[index + 1]!;
  return { html: out };
}

export type Piece = string | number | Html | readonly Html[];

function markup(value: Piece): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('\n');
}

export function paragraph(text: string): Html {
  return html`<p>${text}</p>`;
}

/** Text in a fixed-width face: a command, a configuration, a record of moves. */
export function code(text: string): Html {
  return html`<pre><code>${text}</code></pre>`;
}

/** Something long that is shown on demand. */
export function details(summary: string, body: Html | readonly Html[]): Html {
  return html`<details><summary>${summary}</summary>${body}</details>`;
}

export interface TableSpec {
  readonly caption?: string;
  readonly columns: readonly string[];
  /** Numbers are set right; text is set left. `undefined` leaves a cell empty. */
  readonly rows: readonly (readonly (string | number | Html | undefined)[])[];
}

export function table({ caption, columns, rows }: TableSpec): Html {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map((row) => html`<tr>${row.map(cell)}</tr>`);
  const title = caption === undefined ? [] : [html`<caption>${caption}</caption>`];
  const inner = html`<table>${title}<thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  return html`<div class="scroll">${inner}</div>`;
}

function cell(value: string | number | Html | undefined): Html {
  if (typeof value === 'number') return html`<td class="number">${formatNumber(value)}</td>`;
  return html`<td>${value ?? ''}</td>`;
}

/** A list of names with their values. */
export function facts(pairs: Readonly<Record<string, string | number | Html | undefined>>): Html {
  const rows = Object.entries(pairs).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [html`<dt>${key}</dt><dd>${typeof value === 'number' ? formatNumber(value) : value}</dd>`],
  );
  return html`<dl>${rows}</dl>`;
}

/** Four significant digits, thousands apart; `–` for what is no number. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  const size = Math.abs(value);
  if (size >= 10_000) return Math.round(value).toLocaleString('en-US');
  return size < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** `71.3 %` */
export function formatPercent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : formatNumber(share);
}

export interface Section {
  readonly title: string;
  readonly body: readonly Html[];
}

export interface PageSpec {
  readonly title: string;
  /** One sentence beneath the title. */
  readonly subtitle?: string;
  readonly sections: readonly Section[];
}

/** A whole page in one file: no script, nothing from the network, light or dark as the reader's system is. */
export function page({ title, subtitle, sections }: PageSpec): string {
  const links = sections.map((section, i) => html`<a href="#s${i + 1}">${section.title}</a>`);
  const body = sections.map(
    (section, i) => html`<section id="s${i + 1}"><h2>${section.title}</h2>${section.body}</section>`,
  );
  const lead = subtitle === undefined ? [] : [html`<p class="lead">${subtitle}</p>`];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header><h1>${title}</h1>${lead}<nav>${links}</nav></header>
<main>
${body}
</main>
</body>
</html>
`.html;
}

/** Colours of the plots by name; each is a variable of the page's style. */
const LIGHT = {
  ink: '#1c1e21',
  dim: '#5f6570',
  line: '#d9dce1',
  ground: '#ffffff',
  panel: '#f5f6f8',
  c1: '#0b63b0',
  c2: '#c2500a',
  c3: '#067a57',
  c4: '#a3438a',
  c5: '#8a6a00',
  c6: '#2b8fa8',
} as const;
const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  ink: '#e6e8eb',
  dim: '#a0a7b2',
  line: '#3a3f47',
  ground: '#15171a',
  panel: '#1e2125',
  c1: '#6db3f2',
  c2: '#f39a5b',
  c3: '#4cc9a0',
  c4: '#df8fca',
  c5: '#e0c053',
  c6: '#7fd3e6',
};

/** Name of a colour of the page, as a fill or stroke of its plots. */
export type Colour = keyof typeof LIGHT;

export const SERIES_COLOURS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const satisfies readonly Colour[];

function variables(colours: Readonly<Record<Colour, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

const STYLE = `
:root{${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
h1{margin:0;font-size:1.7rem;line-height:1.2}
h2{margin:2.5rem 0 .75rem;font-size:1.25rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h3{margin:1.5rem 0 .5rem;font-size:1.05rem}
a{color:var(--c1)}
.lead{color:var(--dim);margin:.4rem 0}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.75rem;font-size:.9rem}
figure{margin:0 0 1rem;padding:.75rem;background:var(--panel);border-radius:.5rem}
figure svg{display:block;width:100%;height:auto}
figcaption{font-weight:600}
.note,figcaption span{color:var(--dim);font-weight:400;font-size:.9rem}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(28rem,100%),1fr));gap:1rem;align-items:start}
.plots figure{margin:0}
.scroll{overflow-x:auto;margin:.5rem 0 1rem}
table{border-collapse:collapse;font-size:.9rem}
caption{text-align:left;color:var(--dim);padding-bottom:.25rem}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td.number{text-align:right;font-variant-numeric:tabular-nums}
pre{overflow-x:auto;padding:.75rem;background:var(--panel);border-radius:.5rem;font-size:.85rem;line-height:1.4}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.25rem;margin:.5rem 0}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--dim);font-size:.9rem}
@media print{details{display:none}body{max-width:none}}
`;
