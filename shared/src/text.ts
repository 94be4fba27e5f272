import * as z from 'zod';
import { visibleText } from './plain-text.ts';

/**
 * Returns a schema for text that PostgreSQL and JSON can store (no NUL, no lone surrogates). The
 * output is `visibleText` of it.
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
