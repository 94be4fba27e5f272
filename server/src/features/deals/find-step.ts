import type { Db } from '@marketplace/db/database';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { findSent } from '../messaging/send-message.ts';
import { conflict, type DealEntry } from './change-deal.ts';

/** A step of a deal, as its sender's client names it. */
export interface Sending {
  conversationId: string;
  senderId: string;
  clientId: string | undefined;
}

/**
 * Returns the message of the step that the sender took under this client id before, if there is one. Throws
 * CONFLICT if the id was used for anything else, and NOT_FOUND outside the conversation.
 */
export async function findStep<Kind extends DealEntry['kind']>(
  db: Db,
  { clientId, ...sending }: Sending,
  kind: Kind,
): Promise<Extract<MessageView, { kind: Kind }> | undefined> {
  const message = clientId ? await findSent(db, { ...sending, clientId }) : undefined;
  if (message && message.kind !== kind) {
    throw conflict('This clientId was used for another message.');
  }
  return message as Extract<MessageView, { kind: Kind }> | undefined;
}
