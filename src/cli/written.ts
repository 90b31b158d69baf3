import { BadInputError } from '../core/errors.js';
import { inputError } from '../core/result.js';

/** What goes wrong where a file should go is bad input, in a sentence. */
export function written<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code;
    throw new BadInputError(inputError('files/write', path, `cannot be written (${why}).`, 'Choose another path.'));
  }
}
