import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { displayName } from '@marketplace/shared/users/names';

/** The part of a user that stands beside what admins see of them. */
export interface PersonRow {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string;
  deletedAt: Date | null;
}

/** Somebody as admins see them; of those deleted nothing is left. */
export function viewPerson(row: PersonRow): { id: string; email: string; displayName: string } {
  return row.deletedAt
    ? { id: row.id, email: '', displayName: 'Deleted user' }
    : { id: row.id, email: row.email, displayName: displayName(row) };
}

/** The condition that part of the address or a name of the user `u` is this text. Has an index. */
export function personMatches(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(u.email || ' ' || u.username || ' ' || coalesce(u.first_name, '') || ' '
    || coalesce(u.last_name, '')) ilike ${pattern}`;
}

/** People whose conversations are gathered; where there are more, the newest are looked through. */
const gatheredPeople = 500;

/**
 * The condition that one of the two people of a conversation matches; undefined where nobody does.
 * `conversationId` names the column. A search that few match starts from them, one that many match
 * goes through the list.
 */
export async function conversationMatches(
  db: Db,
  search: string,
  conversationId: 'c.id' | 'm.conversationId',
) {
  const found = await db
    .selectFrom('users as u')
    .select('u.id')
    .where(personMatches(search))
    .where('u.deletedAt', 'is', null)
    .limit(gatheredPeople + 1)
    .execute();
  if (found.length === 0) return undefined;
  if (found.length <= gatheredPeople) {
    const userIds = found.map(({ id }) => id);
    return sql<boolean>`${sql.ref(conversationId)} in (
      select conversation_id from conversation_participants
      where user_id = any(${userIds}::uuid[]))`;
  }
  // The planner would rather join all that match: offset 0 keeps it to a look at each row.
  return sql<boolean>`exists (
    select from conversation_participants p join users u on u.id = p.user_id
    where p.conversation_id = ${sql.ref(conversationId)} and ${personMatches(search)} offset 0)`;
}
