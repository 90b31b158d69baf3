import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from './models.js';

/** A file in a folder of its own; gives its path. */
export function botFile(text: string, name = 'bot.mjs'): string {
  const file = join(freshFolder('bot'), name);
  writeFileSync(file, text);
  return file;
}

/**
 * The name of a program for Node that greets, and then does `work` for each `act`: `message` is the request, `say` writes
 * a line. `hello` are more keys of its greeting.
 */
export function program(work: string, hello = ''): string {
  const file = botFile(`
    import { createInterface } from 'node:readline';
    const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
    let asked = 0;
    for await (const line of createInterface({ input: process.stdin })) {
      const message = JSON.parse(line);
      if (message.type === 'hello') say({ type: 'hello', protocol: 1, ${hello} });
      const answer = (index) => say({ id: message.id, index });
      if (message.type === 'act') { asked++; ${work} }
    }`);
  return `exec:${process.execPath} ${file}`;
}
