import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { FoundTarget } from './targets.ts';

/**
 * Writes that an admin reads reported messages, before they get them: one entry for each
 * conversation in ten minutes, as wherever private messages are read.
 */
export async function auditMessages(
  db: Db,
  actorId: string,
  targets: FoundTarget[],
): Promise<void> {
  const ids = targets.flatMap(({ conversationId }) => conversationId ?? []);
  if (ids.length === 0) return;
  await sql`
    insert into audit_log (actor_id, action, target_type, target_id, reason)
    select ${actorId}::uuid, 'conversation.read', 'conversation', c.id, 'Reported message'
    from (select distinct unnest(${ids}::uuid[]) as id) c
    where not exists (
      select from audit_log a
      where a.target_type = 'conversation' and a.target_id = c.id
        and a.actor_id = ${actorId}::uuid and a.action = 'conversation.read'
        and a.created_at > now() - interval '10 minutes')`.execute(db);
}
