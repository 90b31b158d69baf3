/**
 * Module hooks that let Node run TypeScript: types are taken out, the rest stays as it is. Registered in the process of
 * a user's module alone.
 */
import { readFile } from 'node:fs/promises';
import type { LoadHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/wasm-typescript';

export const load: LoadHook = async (url, context, next) => {
  if (!/^file:.*\.[cm]?ts$/.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { mode: 'transform', filename, module: true });
  return { format: 'module', source: code, shortCircuit: true };
};
