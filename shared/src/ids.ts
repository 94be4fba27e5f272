import * as z from 'zod';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the form of every id of this product. An id in another form belongs to nothing: 404. */
export function isId(value: string): boolean {
  return uuid.test(value);
}

/** The id of something to look up. Any text passes; what is no id is answered as not found. */
export const lookupId = z.string();

/** An id that the client makes, such as the one that lets a message be sent twice and stored once. */
export const clientMadeId = z.string().regex(uuid, 'Enter a UUID.').toLowerCase();

/**
 * The `clientId` of anything that is created. Another call of the same user with the same id creates nothing
 * and returns the first answer.
 */
export const creationId = clientMadeId.optional();
