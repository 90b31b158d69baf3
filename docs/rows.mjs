import { existsSync, readFileSync } from 'node:fs';

/** The rows of a file of JSON lines; none where there is no file. */
export const rowsOf = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
