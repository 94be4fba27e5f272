import type { Selectable } from 'kysely';
import type * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import type { NewMessage } from '../messaging/message-rows.ts';

export type DealContext = Pick<AppContext, 'db' | 'hub' | 'limiter'>;

/** The input of a procedure, with the id of the calling user. */
export type WithUser<Input extends z.ZodType> = z.output<Input> & { userId: string };

export type DealEntry = Exclude<TimelineEntry, { kind: 'text' | 'photo' }>;

export interface DealConversation {
  id: string;
  buyerId: string;
  sellerId: string;
  /** True if one of the two blocks the other or has left. */
  isClosed: boolean;
}

/** A listing whose deals are locked until the transaction ends. */
export interface LockedDeals {
  trx: Db;
  listing: Pick<
    Selectable<Listings>,
    'id' | 'sellerId' | 'title' | 'isFirmPrice' | 'kind' | 'readable' | 'availability'
  >;
  /** The conversations with a deal about the listing, and the requested one, by id. */
  conversations: ReadonlyMap<string, DealConversation>;
  /** Adds an entry to a timeline. Returns null and adds nothing if the conversation is closed. */
  post(post: {
    conversationId: string;
    senderId: string;
    entry: DealEntry;
    /** The id that the sender's device repeats when it retries. */
    clientId?: string | undefined;
    /** What the screening of its text found. */
    screened?: Pick<NewMessage, 'warning' | 'report'>;
  }): Promise<MessageView | null>;
}

/** Returns the conversation with the role of `userId`. Throws NOT_FOUND for anyone outside it. */
export function dealOf({ conversations }: LockedDeals, conversationId: string, userId: string) {
  const found = conversations.get(conversationId.toLowerCase());
  if (!found || ![found.buyerId, found.sellerId].includes(userId)) throw notFound('Conversation');
  const isSeller = found.sellerId === userId;
  return { ...found, isSeller, otherId: isSeller ? found.buyerId : found.sellerId };
}

/** Throws FORBIDDEN if one of the two blocks the other or has left. */
export function assertOpen({ isClosed }: Pick<DealConversation, 'isClosed'>): void {
  if (isClosed) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
}

/** Returns the error for a step that came too late. `whatHappened` is shown to the user. */
export function conflict(whatHappened: string): AppError {
  return new AppError('CONFLICT', whatHappened);
}

/** Returns the message. Throws FORBIDDEN if there is none, because the conversation is closed. */
export function delivered(message: MessageView | null): MessageView {
  if (!message) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
  return message;
}
