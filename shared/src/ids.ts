import * as z from 'zod';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for a UUID, the form of every id. Any other id is answered with 404. */
export function isId(value: string): boolean {
  return uuid.test(value);
}

/** An id to look up. Accepts any text; what is no id is answered as not found. */
export const lookupId = z.string();

/** An id that the client generates, so that a repeated request has no second effect. */
export const clientMadeId = z.string().regex(uuid, 'Enter a UUID.').toLowerCase();

/**
 * The `clientId` of something that is created. A repeated call by the same user with the same id
 * creates nothing and returns the first result.
 */
export const creationId = clientMadeId.optional();
