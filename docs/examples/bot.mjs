// The same program for Node: an agent that can be asked for either game. hench arena gang --lineup 'exec:node bot.mjs*4'
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === 'hello') say({ type: 'hello', protocol: 1 });
  if (message.type === 'act') {
    const moves = message.legal.map(({ move }) => move);
    const quiet = ['keep', 'pass', 'done', 'no'].find((move) => moves.includes(move));
    say({ id: message.id, move: quiet ?? moves.find((move) => move.endsWith('from centre')) ?? moves[0] });
  }
}
