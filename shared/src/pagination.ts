import * as z from 'zod';

/** Returns the input of a list: the previous page's cursor, and a page size up to `max`. */
export function pageInput(defaultLimit: number, max = 100) {
  return z.object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(max).default(defaultLimit),
  });
}

/** Returns the output of a list. `nextCursor` is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

export type Page<Item> = { items: Item[]; nextCursor: string | null };
