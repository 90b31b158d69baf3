import { BadInputError, whyNotWritten } from '../core/errors.js';
import { inputError } from '../core/result.js';

/** What goes wrong where a file should go is bad input, in a sentence. */
export function written<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const why = whyNotWritten(error);
    if (why === undefined) throw error;
    throw new BadInputError(inputError('files/write', path, `cannot be written (${why}).`, 'Choose another path.'));
  }
}
