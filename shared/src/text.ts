import * as z from 'zod';
import { visibleText } from './plain-text.ts';

/**
 * Text that PostgreSQL and JSON can hold (no NUL and no half of a surrogate pair), as `visibleText` leaves it.
 */
export function storableText(message?: string) {
  return z
    .string(message)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      "This text has a character we can't store.",
    )
    .overwrite(visibleText);
}
