import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BROKEN, brokenFiles } from './broken.js';

const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js');

interface Outcome {
  readonly code: number | null;
  /** Of the processor, so that other work on the machine doesn't count. */
  readonly seconds: number;
  readonly megabytes: number;
  readonly text: string;
}

/** Tells at its end what a process has used. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  "import{writeSync}from'node:fs';process.on('exit',()=>{const u=process.resourceUsage();writeSync(2,'used '+(u.userCPUTime+u.systemCPUTime)/1e6+' s '+u.maxRSS/1024+' MB')})",
)}`;

/** Runs `hench cards check FILE` with 512 MB. */
function check(file: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const flags = ['--max-old-space-size=512', '--import', REPORT, MAIN, 'cards', 'check', file];
    const child = spawn(process.execPath, flags, { timeout: 30_000 });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => {
        text += part;
      });
    }
    child.on('close', (code) => {
      const used = /used ([\d.]+) s ([\d.]+) MB/.exec(text);
      resolve({ code, seconds: Number(used?.[1]), megabytes: Number(used?.[2]), text });
    });
  });
}

test('every broken pack is refused by the command within 2 s and 512 MB, a file of 100 MB too', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hench-broken-'));
  try {
    const files = brokenFiles(directory, 100_000_000).map(([name, file]) => [name, file] as const);
    const written = BROKEN.map(([name, json], i) => {
      const file = join(directory, `broken-${i}.json`);
      writeFileSync(file, JSON.stringify(json));
      return [name, file] as const;
    });
    const all = [...files, ...written];
    expect(all.length).toBeGreaterThanOrEqual(60);
    const refused = async ([name, file]: readonly [string, string]): Promise<void> => {
      const done = await check(file);
      expect(done.code, `${name}: ${done.text.slice(0, 300)}`).toBe(2);
      expect(done.seconds, name).toBeLessThan(2);
      expect(done.megabytes, name).toBeLessThan(512);
      expect(done.text, name).toContain(file);
    };
    for (let i = 0; i < all.length; i += 2) await Promise.all(all.slice(i, i + 2).map(refused));
  } finally {
    rmSync(directory, { recursive: true });
  }
});
