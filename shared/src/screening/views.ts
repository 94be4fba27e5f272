import * as z from 'zod';

/** Why a listing is held, for its seller. */
export const heldView = z.object({
  rule: z.string(),
  passage: z.string(),
  advice: z.string(),
  /** When it becomes public at the latest. */
  until: z.iso.datetime(),
});

export type HeldView = z.output<typeof heldView>;
