import { type Kysely, type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { DB, JsonObject, Users } from '@marketplace/db/types.generated';
import type { AuditEntry, auditLogInput } from '@marketplace/shared/admin/schemas';
import { isId } from '@marketplace/shared/ids';
import { displayName, personName } from '@marketplace/shared/users/names';
import { badField } from '../../errors.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { recordReadings } from '../messaging/readings.ts';

const targets = [
  ...(['user', 'listing', 'conversation', 'message', 'review', 'case', 'spot'] as const),
  'rule',
  'template',
] as const;

/** The target of an action. The id is null if the action concerns many. */
type AuditTarget = [type: (typeof targets)[number], id: string | null];

interface AuditedAction {
  actorId: string;
  /** For example 'user.deactivate'. */
  action: string;
  reason?: string | null | undefined;
  details?: JsonObject | undefined;
}

/** Adds an entry to the audit log. Call it in the transaction of the action. */
export async function audit(trx: Db, target: AuditTarget, entry: AuditedAction): Promise<void> {
  const details = entry.details && JSON.stringify(entry.details);
  const [targetType, targetId] = target;
  await trx
    .insertInto('auditLog')
    .values({ ...entry, targetType, targetId, details })
    .execute();
}

/** How many of the newest entries are searched for an earlier read: about ten busy minutes. */
const searchedEntries = 1_000;

/**
 * Logs that an admin reads private messages. Call it before returning them. Repeated and concurrent
 * reads with the same reason and details make one entry in ten minutes. The people of a conversation
 * later see that it was read.
 */
export async function auditReading(db: Kysely<DB>, target: AuditTarget, reading: AuditedAction) {
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
    if (targetType === 'conversation' && targetId) {
      await recordReadings(trx, actorId, [{ conversationId: targetId }]);
    }
  });
}

/**
 * Logs that an admin reads the reported message of each case. Call it before returning them. Skips
 * conversations that this admin has opened in the last ten minutes for any reason.
 */
export async function auditReported(
  db: Db,
  actorId: string,
  reported: { conversationId: string; caseId: string }[],
) {
  if (reported.length === 0) return;
  const conversationIds = reported.map(({ conversationId }) => conversationId);
  await recordReadings(db, actorId, reported);
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
export async function listAuditLog(db: Db, query: output<typeof auditLogInput>) {
  const { cursor, limit, action, targetId } = query;
  const before = cursor === undefined ? undefined : parsePosition(cursor);
  if (before === null) throw badField('cursor', "This cursor isn't valid.");
  if (targetId !== undefined && !isId(targetId)) return { items: [], nextCursor: null };
  let entries = entriesWithTitles(db);
  if (before !== undefined) entries = entries.where('a.id', '<', String(before));
  if (action) {
    const isAction = sql<boolean>`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`;
    entries = entries.where(isAction);
  }
  if (targetId !== undefined) {
    // The index on the target begins with its type.
    entries = entries.where('a.targetType', 'in', targets).where('a.targetId', '=', targetId);
  }
  const rows = await entries
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const users = items.filter(({ targetType }) => targetType === 'user');
  const ids = [...items.map((row) => row.actorId), ...users.map((row) => row.targetId)];
  const people = await findPeople(db, ids);
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

/** The columns of a user that admins see next to cases and log entries. */
export type PersonRow = Pick<
  Selectable<Users>,
  'id' | 'email' | 'firstName' | 'lastName' | 'username' | 'deletedAt'
>;

/** Returns the users by id. Unknown ids are left out. */
export async function findPeople(db: Db, ids: (string | null)[]): Promise<Map<string, PersonRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'deletedAt'])
    .where('id', '=', sql<string>`any(${wanted}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a user as admins see them. A deleted user has neither name nor address. */
export function viewPerson(row: PersonRow): { id: string; email: string; displayName: string } {
  return { id: row.id, email: row.deletedAt ? '' : row.email, displayName: personName(row) };
}
