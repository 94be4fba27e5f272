import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { readingShownAfterDays } from '@marketplace/shared/messaging/constants';
import type { ConversationReading } from '@marketplace/shared/messaging/views';

/** Records that an admin reads conversations, each once a day, for a case or after a check. */
export async function recordReadings(
  db: Db,
  readerId: string,
  readings: { conversationId: string; caseId?: string }[],
): Promise<void> {
  if (readings.length === 0) return;
  await db
    .insertInto('conversationReadings')
    .values(
      readings.map(({ conversationId, caseId }) => {
        const because = caseId ? 'report' : 'check';
        return { readerId, conversationId, caseId: caseId ?? null, because };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * An SQL condition: both people may see the reading `r`. Until then, a reading could warn the person
 * whom a case is about.
 */
export const isReadingShown = sql<boolean>`(
  r.read_at <= now() - make_interval(days => ${sql.lit(readingShownAfterDays)})
  or exists (select from moderation_cases c where c.id = r.case_id and c.status = 'decided'))`;

/** Returns the days on which admins read a conversation, oldest first, as far as they are shown. */
export async function listReadings(db: Db, conversationId: string): Promise<ConversationReading[]> {
  const { rows } = await sql<ConversationReading>`
    select day::text as day, because from conversation_readings r
    where conversation_id = ${conversationId} and ${isReadingShown}
    group by day, because order by day, because`.execute(db);
  return rows;
}
