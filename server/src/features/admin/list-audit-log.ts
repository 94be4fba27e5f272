import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { auditLogInput } from '@marketplace/shared/admin/inputs';
import type { AuditEntry } from '@marketplace/shared/admin/views';
import { isId } from '@marketplace/shared/ids';
import type { Page } from '@marketplace/shared/pagination';
import { displayName } from '@marketplace/shared/users/names';
import { badField } from '../../errors.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { auditTargets } from './audit.ts';
import { viewPerson } from './people.ts';

/** A page of the audit log, newest first. */
export async function listAuditLog(
  db: Db,
  { cursor, limit, action, targetId }: output<typeof auditLogInput>,
): Promise<Page<AuditEntry>> {
  const before = cursor === undefined ? undefined : parsePosition(cursor);
  if (before === null) throw badField('cursor', 'This cursor is not valid.');
  if (targetId !== undefined && !isId(targetId)) return { items: [], nextCursor: null };
  let entries = entriesOf(db);
  if (before !== undefined) entries = entries.where('a.id', '<', String(before));
  if (action) {
    entries = entries.where(
      sql<boolean>`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`,
    );
  }
  if (targetId !== undefined) {
    // With every type, so that the index by target is of use.
    entries = entries
      .where('a.targetType', 'in', [...auditTargets])
      .where('a.targetId', '=', targetId);
  }
  const rows = await entries
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(viewEntry), nextCursor: last?.id ?? null };
}

/** Entries with who did it, and what the target is called now. */
function entriesOf(db: Db) {
  return db
    .selectFrom('auditLog as a')
    .leftJoin('users as u', 'u.id', 'a.actorId')
    .leftJoin('users as tu', (join) =>
      join.onRef('tu.id', '=', 'a.targetId').on('a.targetType', '=', 'user'),
    )
    .leftJoin('conversations as tc', (join) =>
      join.onRef('tc.id', '=', 'a.targetId').on('a.targetType', '=', 'conversation'),
    )
    .leftJoin('listings as tl', (join) =>
      join.onRef('tl.id', '=', 'a.targetId').on('a.targetType', '=', 'listing'),
    )
    .select([
      'a.id',
      'a.action',
      'a.targetType',
      'a.targetId',
      'a.reason',
      'a.details',
      'a.createdAt',
      'u.id as actorId',
      'u.email',
      'u.firstName',
      'u.lastName',
      'u.username',
      'u.deletedAt',
      'tu.id as targetUserId',
      'tu.firstName as targetFirstName',
      'tu.lastName as targetLastName',
      'tu.username as targetUsername',
      'tu.deletedAt as targetDeletedAt',
      'tl.title as listingTitle',
      'tc.listingTitle as conversationTitle',
    ]);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number];

function viewEntry(row: EntryRow): AuditEntry {
  const { id, action, targetType, targetId, reason, details } = row;
  return {
    id,
    actor: actorOf(row),
    action,
    targetType,
    targetId,
    targetName: targetNameOf(row),
    reason,
    details: isRecord(details) ? details : null,
    createdAt: row.createdAt.toISOString(),
  };
}

function actorOf({ actorId, email, username, firstName, lastName, deletedAt }: EntryRow) {
  if (actorId === null || email === null || username === null) return null;
  return viewPerson({ id: actorId, email, username, firstName, lastName, deletedAt });
}

function targetNameOf(row: EntryRow): string | null {
  if (row.targetUserId === null) return row.listingTitle ?? row.conversationTitle;
  if (row.targetDeletedAt) return null;
  const { targetFirstName: firstName, targetLastName: lastName, targetUsername: username } = row;
  return displayName({ firstName, lastName, username });
}

function isRecord(details: EntryRow['details']): details is NonNullable<AuditEntry['details']> {
  return typeof details === 'object' && details !== null && !Array.isArray(details);
}
