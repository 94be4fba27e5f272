import type { Kysely } from 'kysely';
import type { output } from 'zod';
import type { DB, JsonObject } from '@marketplace/db/types.generated';
import type { adminMessagesInput, readConversationInput } from '@marketplace/shared/admin/inputs';
import type { AdminMessage } from '@marketplace/shared/admin/views';
import type { Page } from '@marketplace/shared/pagination';
import { auditReading } from './audit.ts';
import { findConversationId, listMessages, listMessagesOf } from './list-messages.ts';

/*
 * What people wrote to one another is theirs: whoever of the admins reads it is in the audit log,
 * before they get it; a call that is refused shows nothing and is not.
 */

/** Messages of all conversations, or of one, for an admin; the log keeps what was looked for. */
export async function readMessages(
  db: Kysely<DB>,
  actorId: string,
  { conversationId, ...query }: output<typeof adminMessagesInput>,
): Promise<Page<AdminMessage> & { total?: number }> {
  if (conversationId !== undefined) {
    return readConversation(db, actorId, { ...query, conversationId });
  }
  const { search, filter } = query;
  const details: JsonObject = {
    ...(search ? { search } : {}),
    ...(filter === 'all' ? {} : { filter }),
  };
  const page = await listMessages(db, query);
  await auditReading(db, {
    actorId,
    action: 'messages.read',
    targetType: 'message',
    targetId: null,
    ...(Object.keys(details).length > 0 ? { details } : {}),
  });
  return page;
}

/** The messages of one conversation for an admin, with why they read it. 404 for no conversation. */
export async function readConversation(
  db: Kysely<DB>,
  actorId: string,
  query: output<typeof readConversationInput> & {
    filter?: output<typeof adminMessagesInput>['filter'];
  },
): Promise<Page<AdminMessage>> {
  const conversationId = await findConversationId(db, query.conversationId);
  const page = await listMessagesOf(db, { filter: 'all', ...query, conversationId });
  await auditReading(db, {
    actorId,
    action: 'conversation.read',
    targetType: 'conversation',
    targetId: conversationId,
    reason: query.why,
  });
  return page;
}
