import * as z from 'zod';
import { visibleText } from './plain-text.ts';

/** Returns a schema for text without NUL and lone surrogates, which PostgreSQL cannot store. */
export function storableText(message?: string) {
  return z
    .string(message)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      "This text has a character we can't store.",
    )
    .overwrite(visibleText);
}
