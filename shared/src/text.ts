import * as z from 'zod';
import { readable } from './plain-text.ts';

/**
 * Text that PostgreSQL and JSON can hold (no NUL and no half of a surrogate pair), made readable: what
 * shows nothing is empty text.
 */
export function storableText(message?: string) {
  return z
    .string(message)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      "This text has a character we can't store.",
    )
    .overwrite(readable);
}
