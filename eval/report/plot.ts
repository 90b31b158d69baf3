import { createHash } from 'node:crypto';
import type { EChartsCoreOption } from 'echarts';
import { init } from 'echarts/dist/echarts.esm.min.mjs';
import { type Colour, details, type Html, html, type TableSpec, table } from './html.js';

/** What the library is told for a colour of the page: a hue nobody else uses, exchanged for the variable afterwards. */
const STANDINS: Readonly<Record<Colour, string>> = {
  ink: '#010a01',
  dim: '#010a02',
  line: '#010a03',
  ground: '#010a04',
  panel: '#010a05',
  c1: '#010a06',
  c2: '#010a07',
  c3: '#010a08',
  c4: '#010a09',
  c5: '#010a0a',
  c6: '#010a0b',
};

/** A colour of the page for the library's options; it follows the reader's light or dark. */
export function colour(name: Colour): string {
  return STANDINS[name];
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly option: EChartsCoreOption;
}

/** Draws without a browser. The same drawing always gives the same text. */
export function drawSvg({ width, height, option }: Drawing): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  let svg: string;
  try {
    chart.setOption({ animation: false, backgroundColor: 'transparent', ...option });
    svg = chart.renderToSVGString();
  } finally {
    chart.dispose(); // else its timer keeps the process alive
  }
  svg = svg
    .replace(/<style\s*>[\s\S]*?<\/style>/g, '') // what changes under the mouse
    .replace(/ (class|ecmeta_[a-z_]+|pointer-events)="[^"]*"/g, '')
    .replace(/<rect width="\d+" height="\d+" x="0" y="0"[^>]*fill="(none|transparent)"[^>]*><\/rect>/, '');
  for (const [name, standin] of Object.entries(STANDINS)) svg = svg.replaceAll(standin, `var(--${name})`);
  // Ids count up over the process; several drawings share a page.
  const own = createHash('sha256')
    .update(svg.replace(/zr\d+-/g, ''))
    .digest('hex')
    .slice(0, 8);
  return svg.replace(/zr\d+-/g, `p${own}-`);
}

export interface FigureSpec {
  readonly title: string;
  /** What a reader must know: how many games, what the band means. */
  readonly note?: string;
  readonly drawing: Drawing;
  /** The numbers that are drawn. */
  readonly numbers: TableSpec;
}

/** A plot with its title, and its numbers on demand. */
export function figure({ title, note, drawing, numbers }: FigureSpec): Html {
  const remark = note === undefined ? [] : [html` <span>${note}</span>`];
  const svg = drawSvg(drawing).replace('<svg ', '<svg role="img" ');
  return html`<figure><figcaption>${title}${remark}</figcaption>${{ html: svg }}${details('Numbers', table(numbers))}</figure>`;
}

/** Several figures, two in a row where there is room. */
export function plots(figures: readonly Html[]): Html {
  return html`<div class="plots">${figures}</div>`;
}
