// Draws docs/screen.svg: the screen of `hench play gang` in the middle of a heist, as ink writes it to a terminal.
//   npm run build && node docs/make-screen.mjs [AGENT]
process.env.FORCE_COLOR = '3';
process.env.COLORTERM = 'truecolor';
const { EventEmitter } = await import('node:events');
const { writeFileSync } = await import('node:fs');
const { stripVTControlCharacters } = await import('node:util');
const { createElement } = await import('react');
const { render } = await import('ink');
const { createTable, equity, loadAgent, VirtualClock } = await import('../dist/src/index.js');
const { LiveGame } = await import('../dist/src/cli/play/game.js');
const { Screen } = await import('../dist/src/cli/play/screen.js');

const COLUMNS = 92;
const ROWS = 27;
/** How long into the third round the picture is taken. */
const SECONDS = 7;
const SEED = 8;
const ESCAPE = String.fromCharCode(27);
/** A change of style, or text without any. */
const STYLED = new RegExp(`${ESCAPE}\\[([0-9;]*)m|[^${ESCAPE}]+`, 'g');
const bots = process.argv[2] ?? 'full';

/** A terminal that keeps the newest frame. */
class Terminal extends EventEmitter {
  columns = COLUMNS;
  rows = ROWS;
  isTTY = true;
  frame = '';
  write(text) {
    if (/\S/.test(stripVTControlCharacters(text))) this.frame = text;
    return true;
  }
}

/** A keyboard that nobody types on. */
class Keyboard extends EventEmitter {
  isTTY = true;
  setRawMode() {}
  setEncoding() {}
  ref() {}
  unref() {}
  read() {
    return null;
  }
}

const clock = new VirtualClock();
const agent = await loadAgent(bots, 4);
const table = createTable({ seed: SEED, seats: ['person', agent, agent, agent], clock, pace: 'normal' });
const game = new LiveGame(table, 0);
const terminal = new Terminal();
const element = createElement(Screen, { game, bots: agent.name, hint: '', colour: true });
const app = render(element, {
  stdout: terminal,
  stdin: new Keyboard(),
  debug: true,
  patchConsole: false,
  exitOnCtrlC: false,
});
table.play().catch(() => {});
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));
const press = (input) => game.press({ input, ctrl: false }, game.view);
await settle();
// The person takes the chip that the hand's equity points to, what is free where that was taken away, and is seen in
// the third round.
for (let round = 0; round < 3; round++) {
  const { pocket, board } = table.view(0);
  const strength = equity(
    [...pocket],
    [...board].filter((card) => card >= 0),
  );
  press(String(1 + Math.min(3, Math.floor(4 * strength))));
  for (let second = 0; second < 60 && table.view(0).round === round; second++) {
    if (round === 2 && second === SECONDS) break;
    await clock.advance(1000);
    await settle();
    const view = table.view(0);
    if (view.starNow(0) < 0) press(String(1 + view.holder.indexOf(-1)));
    else if (view.allHold() && round < 2) press('r');
  }
}
await settle();
const frame = terminal.frame;
app.unmount();
table.stop();
writeFileSync(new URL('./screen.svg', import.meta.url), toSvg(frame.split('\n')));

/** Lines with SGR colours as an SVG of monospaced text. */
function toSvg(lines) {
  const cell = { width: 8.4, height: 18 };
  const margin = 14;
  const width = COLUMNS * cell.width + 2 * margin;
  const height = lines.length * cell.height + 2 * margin;
  const rows = lines.flatMap((line, y) =>
    spansOf(line).map(({ x, text, style }) => {
      const at = `x="${(margin + x * cell.width).toFixed(1)}" y="${margin + (y + 0.75) * cell.height}"`;
      const ground =
        style.background === null
          ? ''
          : `<rect x="${(margin + x * cell.width).toFixed(1)}" y="${margin + y * cell.height}" width="${(text.length * cell.width).toFixed(1)}" height="${cell.height}" fill="${style.background}"/>`;
      const look = `${style.bold ? ' font-weight="bold"' : ''}${style.dim ? ' opacity="0.6"' : ''}`;
      const length = `textLength="${(text.length * cell.width).toFixed(1)}"`;
      return `${ground}<text ${at} ${length} fill="${style.colour}"${look} xml:space="preserve">${escaped(text)}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" role="img" aria-label="A table of The Gang in the terminal">
<rect width="100%" height="100%" rx="8" fill="#14181d"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">
${rows.join('\n')}
</g>
</svg>
`;
}

function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Stretches of one style; blanks between words of one style stay in it. */
function spansOf(line) {
  const plain = { colour: '#d7dde3', background: null, bold: false, dim: false };
  const spans = [];
  let style = { ...plain };
  let x = 0;
  for (const [piece, codes] of line.matchAll(STYLED)) {
    if (codes === undefined) {
      const lead = piece.length - piece.trimStart().length;
      const text = style.background === null ? piece.trim() : piece;
      if (text !== '') spans.push({ x: style.background === null ? x + lead : x, text, style: { ...style } });
      x += piece.length;
    } else style = restyle(style, codes.split(';').map(Number), plain);
  }
  return spans;
}

function restyle(before, codes, plain) {
  const style = { ...before };
  const basic = ['#14181d', '#ff6b6b', '#5fd38d', '#f2c14e', '#6cb6ff', '#d29bff', '#5ad4e6', '#d7dde3'];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) Object.assign(style, plain);
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 22) style.bold = style.dim = false;
    else if (code === 7) [style.colour, style.background] = [style.background ?? '#14181d', style.colour];
    else if (code === 27) Object.assign(style, { colour: plain.colour, background: null });
    else if (code === 39) style.colour = plain.colour;
    else if (code === 49) style.background = null;
    else if (code >= 30 && code <= 37) style.colour = basic[code - 30];
    else if (code >= 90 && code <= 97) style.colour = code === 90 ? '#8b949e' : basic[code - 90];
    else if (code >= 40 && code <= 47) style.background = basic[code - 40];
    else if (code >= 100 && code <= 107) style.background = code === 107 ? '#ffffff' : basic[code - 100];
    else if (code === 38 || code === 48) {
      const [r, g, b] = codes.slice(i + 2, i + 5);
      style[code === 38 ? 'colour' : 'background'] = codes[i + 1] === 2 ? `rgb(${r},${g},${b})` : xterm(codes[i + 2]);
      i += codes[i + 1] === 2 ? 4 : 2;
    }
  }
  return style;
}

/** A colour of the 256-colour cube. */
function xterm(n) {
  if (n >= 232)
    return `rgb(${Array(3)
      .fill(8 + (n - 232) * 10)
      .join(',')})`;
  const level = (v) => (v === 0 ? 0 : 55 + v * 40);
  return `rgb(${level(Math.floor((n - 16) / 36))},${level(Math.floor((n - 16) / 6) % 6)},${level((n - 16) % 6)})`;
}
process.exit(0);
