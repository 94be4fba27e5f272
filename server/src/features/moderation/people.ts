import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import { personName } from '@marketplace/shared/users/names';

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
