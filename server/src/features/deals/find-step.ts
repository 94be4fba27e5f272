import type { Db } from '@marketplace/db/database';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { findSent } from '../messaging/send-message.ts';
import { conflict, type DealEntry } from './locked-deals.ts';

/** Identifies a step of a deal by its sender and their client id. */
export interface Sending {
  conversationId: string;
  senderId: string;
  clientId: string | undefined;
}

/**
 * Returns the message of the step that this sender stored under this client id, if any. Throws
 * CONFLICT if the id was used for anything else, and NOT_FOUND if the sender is not part of the
 * conversation.
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
