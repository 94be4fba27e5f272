import { type Kysely, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { DB, JsonObject } from '@marketplace/db/types.generated';
import type { AuditEntry, auditLogInput } from '@marketplace/shared/admin/schemas';
import { isId } from '@marketplace/shared/ids';
import type { Page } from '@marketplace/shared/pagination';
import { displayName } from '@marketplace/shared/users/names';
import { badField } from '../../errors.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { findPeople, type PersonRow, viewPerson } from './people.ts';

const targetTypes = [
  'user',
  'listing',
  'conversation',
  'message',
  'review',
  'case',
  'spot',
] as const;

/** The target of an action. The id is null if the action concerns many. */
type AuditTarget = [type: (typeof targetTypes)[number], id: string | null];

interface AuditedAction {
  actorId: string;
  /** For example 'user.deactivate'. */
  action: string;
  reason?: string | null | undefined;
  details?: JsonObject | undefined;
}

/** Adds an entry to the audit log. Call it in the transaction of the action. */
export async function audit(
  trx: Db,
  [targetType, targetId]: AuditTarget,
  { details, ...entry }: AuditedAction,
): Promise<void> {
  await trx
    .insertInto('auditLog')
    .values({ ...entry, targetType, targetId, details: details && JSON.stringify(details) })
    .execute();
}

/**
 * How many of the newest entries are searched for an earlier read. They cover about ten busy
 * minutes.
 */
const searchedEntries = 1_000;

/**
 * Logs that an admin reads private messages. Call it before they are returned. Repeated and
 * concurrent reads of the same messages for the same reason make one entry in ten minutes.
 */
export async function auditReading(
  db: Kysely<DB>,
  target: AuditTarget,
  reading: AuditedAction,
): Promise<void> {
  const [targetType, targetId] = target;
  const { actorId, action, reason = null, details } = reading;
  await db.transaction().execute(async (trx) => {
    const lock = `${action} by ${actorId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
    const { rows } = await sql`
      select from (select * from audit_log order by id desc limit ${searchedEntries}) recent
      where actor_id = ${actorId} and action = ${action} and target_type = ${targetType}
        and target_id is not distinct from ${targetId}::uuid
        and reason is not distinct from ${reason}::text
        and details is not distinct from ${details ? JSON.stringify(details) : null}::jsonb
        and created_at > now() - interval '10 minutes'`.execute(trx);
    if (rows.length === 0) await audit(trx, target, reading);
  });
}

/**
 * Logs that an admin reads reported messages. Call it before they are returned. Skips conversations
 * that this admin has read in the last ten minutes for any reason.
 */
export async function auditReported(
  db: Db,
  actorId: string,
  conversationIds: string[],
): Promise<void> {
  if (conversationIds.length === 0) return;
  await sql`
    insert into audit_log (actor_id, action, target_type, target_id, reason)
    select ${actorId}::uuid, 'conversation.read', 'conversation', c.id, 'Reported message'
    from (select distinct unnest(${conversationIds}::uuid[]) as id) c
    where not exists (
      select from audit_log a
      where a.target_type = 'conversation' and a.target_id = c.id
        and a.actor_id = ${actorId}::uuid and a.action = 'conversation.read'
        and a.created_at > now() - interval '10 minutes')`.execute(db);
}

/** Returns a page of the audit log, newest first. */
export async function listAuditLog(
  db: Db,
  { cursor, limit, action, targetId }: output<typeof auditLogInput>,
): Promise<Page<AuditEntry>> {
  const before = cursor === undefined ? undefined : parsePosition(cursor);
  if (before === null) throw badField('cursor', "This cursor isn't valid.");
  if (targetId !== undefined && !isId(targetId)) return { items: [], nextCursor: null };
  let entries = entriesWithTitles(db);
  if (before !== undefined) entries = entries.where('a.id', '<', String(before));
  if (action) {
    entries = entries.where(
      sql<boolean>`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`,
    );
  }
  if (targetId !== undefined) {
    // The index on the target begins with its type.
    entries = entries
      .where('a.targetType', 'in', [...targetTypes])
      .where('a.targetId', '=', targetId);
  }
  const rows = await entries
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const people = await findPeople(
    db,
    items.flatMap(({ actorId, targetType, targetId }) =>
      targetType === 'user' ? [actorId, targetId] : [actorId],
    ),
  );
  return {
    items: items.map((row) => viewEntry(row, people)),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  };
}

function entriesWithTitles(db: Db) {
  return db
    .selectFrom('auditLog as a')
    .leftJoin('conversations as c', (join) =>
      join.onRef('c.id', '=', 'a.targetId').on('a.targetType', '=', 'conversation'),
    )
    .leftJoin('listings as l', (join) =>
      join.onRef('l.id', '=', 'a.targetId').on('a.targetType', '=', 'listing'),
    )
    .select(['a.id', 'a.actorId', 'a.action', 'a.targetType', 'a.targetId', 'a.reason'])
    .select(['a.details', 'a.createdAt', 'l.title', 'c.listingTitle']);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesWithTitles>['execute']>>[number];

/** Returns the view of a row. The output schema drops the extra columns. */
function viewEntry(row: EntryRow, people: Map<string, PersonRow>): AuditEntry {
  const actor = people.get(row.actorId ?? '');
  const user = row.targetType === 'user' ? people.get(row.targetId ?? '') : undefined;
  const userName = user && !user.deletedAt ? displayName(user) : null;
  return {
    ...row,
    actor: actor ? viewPerson(actor) : null,
    targetName: userName ?? row.title ?? row.listingTitle,
    details: row.details as AuditEntry['details'],
    createdAt: row.createdAt.toISOString(),
  };
}
