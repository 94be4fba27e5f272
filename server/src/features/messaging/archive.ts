import type { output } from 'zod';
import type { archiveInput } from '@marketplace/shared/messaging/inputs';
import type { archiveView } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../../app-context.ts';
import { appendConversationEvents } from '../../realtime/feed.ts';
import { getConversation } from './conversations.ts';
import { lockConversation, storeReadingOfLocked } from './messages.ts';

/**
 * Moves the conversation to the archive or back to the inbox, for this user only, and notifies the
 * user's open pages. Archiving marks it as read. A conversation with a message newer than `upToSeq`
 * is not archived, because the user has not seen that message. Calling it twice changes nothing.
 * Throws NOT_FOUND for anyone who is not part of the conversation.
 */
export async function setArchived(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  { userId, archived, ...input }: output<typeof archiveInput> & { userId: string },
): Promise<output<typeof archiveView>> {
  const { id: conversationId } = await getConversation(db, input.conversationId, userId);
  const { entries, ...change } = await db.transaction().execute(async (trx) => {
    await lockConversation(trx, conversationId);
    const now = await getConversation(trx, conversationId, userId);
    const upToSeq = Number(now.lastSeq);
    const isNewer = upToSeq > (input.upToSeq ?? upToSeq);
    if (now.archived === archived || (archived && isNewer)) {
      return { archived: now.archived, entries: [] };
    }
    const read = archived
      ? await storeReadingOfLocked(trx, { userId, conversationId, upToSeq })
      : [];
    await trx
      .updateTable('conversationParticipants')
      .set({ archived })
      .where('conversationId', '=', conversationId)
      .where('userId', '=', userId)
      .execute();
    const moved = await appendConversationEvents(trx, [{ userId, conversationId }]);
    return { archived, entries: [...read, ...moved] };
  });
  hub.deliver(entries);
  return change;
}
