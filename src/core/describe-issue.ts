import type { z } from 'zod';

/** What is wrong with a value, as the end of a sentence about it, without the full stop: `should be at least 3`. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `should be ${issue.expected === 'int' ? 'a whole number' : `a value of type ${issue.expected}`}`;
    case 'too_small':
      return limit(issue.origin, issue.inclusive === false ? 'above' : 'at least', issue.minimum);
    case 'too_big':
      return limit(issue.origin, issue.inclusive === false ? 'below' : 'at most', issue.maximum);
    case 'invalid_value':
      return `should be one of ${issue.values.map((v) => JSON.stringify(v)).join(', ')}`;
    default:
      return issue.message;
  }
}

/** A list and a text are limited in how long they are, not in what they are. */
function limit(origin: string, bound: string, size: number | bigint): string {
  const unit = origin === 'array' ? 'entries' : origin === 'string' ? 'characters' : undefined;
  if (unit === undefined) return `should be ${bound} ${size}`;
  const one = Number(size) === 1 ? (origin === 'array' ? 'entry' : 'character') : unit;
  return `should have ${bound} ${size} ${one}`;
}
