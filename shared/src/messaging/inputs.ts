import * as z from 'zod';
import { clientMadeId, creationId, lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { storableText } from '../storable-text.ts';
import { texts } from '../texts.ts';
import {
  conversationsPerPage,
  searchResultsPerPage,
  maxPhotos,
  messageMaxLength,
  messagesPerPage,
  searchLength,
} from './constants.ts';

const seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const content = storableText(texts.messageRequired)
  .trim()
  .min(1, texts.messageRequired)
  .max(messageMaxLength, `A message can have up to ${messageMaxLength} characters.`);

/**
 * The inbox, or with `archived` the archive; with `listingId`, both, about that listing. `folder`
 * leaves only the requests, or leaves them out.
 */
export const conversationsInput = pageInput(conversationsPerPage).extend({
  archived: z.boolean().default(false),
  folder: z.enum(['inbox', 'requests']).optional(),
  listingId: lookupId.optional(),
});

export const conversationInput = z.object({ conversationId: lookupId });

const searchText = `Enter ${searchLength.min} to ${searchLength.max} characters.`;

export const searchConversationsInput = pageInput(searchResultsPerPage).extend({
  query: storableText(searchText)
    .trim()
    .min(searchLength.min, searchText)
    .max(searchLength.max, searchText),
});

/** `upToSeq` is the newest message that the caller has seen. A newer one prevents archiving. */
export const archiveInput = z.object({
  conversationId: lookupId,
  archived: z.boolean(),
  upToSeq: seq.optional(),
});

/** `receiverId` is the seller. If given, it is checked against the listing. */
export const openConversationInput = z.object({
  listingId: lookupId,
  receiverId: z.string().max(200).optional(),
});

/** Newest first; `cursor` goes back in time. */
export const historyInput = pageInput(messagesPerPage).extend({ conversationId: lookupId });

/** Repeating a `clientId` stores nothing. `senderId`, if given, must match the session. */
export const sendMessageInput = z.object({
  conversationId: lookupId,
  clientId: clientMadeId,
  senderId: z.string().max(200).optional(),
  content,
});

const photosText = `Send 1 to ${maxPhotos} photos.`;

/** `images` are paths of photos that the sender uploaded for a message. */
export const sendPhotosInput = sendMessageInput.omit({ content: true }).extend({
  images: z
    .array(z.string().max(200))
    .min(1, photosText)
    .max(maxPhotos, photosText)
    .refine((paths) => new Set(paths).size === paths.length, 'Send each photo only once.'),
});

/** The REST input, which names the person and the listing instead of the conversation. */
export const sendByListingInput = z.object({
  receiverId: lookupId,
  listingId: lookupId,
  clientId: creationId,
  content,
});

export const markReadInput = z.object({ conversationId: lookupId, upToSeq: seq });

/** The person to block or unblock. */
export const blockInput = z.object({ userId: lookupId });

/** `userId` is the signed-in user as the page knows it. Anyone else's subscription is refused. */
const openedFor = { userId: lookupId.optional() };

/** `lastEventId` is the position of the last received event, for a reconnect. */
export const eventsInput = z
  .object({ ...openedFor, lastEventId: z.string().max(40).nullish() })
  .optional();

export const presenceInput = z.object(openedFor).optional();
