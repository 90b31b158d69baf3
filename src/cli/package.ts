import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the installed package: the nearest one upwards that holds its `package.json`. */
export function packageDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('the package.json of hench is missing; install hench again');
    directory = parent;
  }
  return directory;
}

/** The version in `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(join(packageDirectory(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
