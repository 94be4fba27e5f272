import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB, JsonObject } from '@marketplace/db/types.generated';

/** What an entry of the audit log may be about. */
export const auditTargets = [
  'user',
  'listing',
  'conversation',
  'message',
  'review',
  'case',
] as const;

/** Who did what to what, and why. */
export interface AuditEntry {
  actorId: string;
  /** Such as 'user.deactivate'. */
  action: string;
  targetType: (typeof auditTargets)[number];
  /** Null where it is about many. */
  targetId: string | null;
  reason?: string | null | undefined;
  details?: JsonObject | undefined;
}

/** The same reading again within so long is one entry. */
const readingWindow = sql<Date>`now() - interval '10 minutes'`;
/** Entries that are looked through for it: enough for ten busy minutes, and few to read. */
const lookedThrough = 1_000;

/** Writes an entry of the audit log, to be called in the transaction of what it tells of. */
export async function audit(trx: Db, entry: AuditEntry): Promise<void> {
  const { reason = null, details, ...rest } = entry;
  await trx
    .insertInto('auditLog')
    .values({ ...rest, reason, details: details ? JSON.stringify(details) : null })
    .execute();
}

/**
 * Writes that somebody reads what is private, before they get it. The same person, action, target,
 * reason and details are one entry in ten minutes, also when several calls race.
 */
export async function auditReading(db: Kysely<DB>, entry: AuditEntry): Promise<void> {
  const { actorId, action, targetType, targetId, reason = null, details } = entry;
  const what = details ? JSON.stringify(details) : null;
  const turn = [actorId, action, targetType, targetId, reason, what].join(' ');
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(trx);
    const recent = trx
      .selectFrom('auditLog')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(lookedThrough);
    const before = await trx
      .selectFrom(recent.as('recent'))
      .select('id')
      .where('actorId', '=', actorId)
      .where('action', '=', action)
      .where('targetType', '=', targetType)
      .where('targetId', 'is not distinct from', targetId)
      .where('reason', 'is not distinct from', reason)
      .where(sql<boolean>`details is not distinct from ${what}::jsonb`)
      .where('createdAt', '>', readingWindow)
      .limit(1)
      .executeTakeFirst();
    if (!before) await audit(trx, entry);
  });
}
