import { type Insertable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Decisions } from '@marketplace/db/types.generated';

/** Stores a decision about a user's content or account, which its subject can read. */
export async function recordDecision(trx: Db, decision: Insertable<Decisions>): Promise<void> {
  await trx.insertInto('decisions').values(decision).execute();
}

/** Marks the decisions of this kind on a target as reversed. */
export async function reverseDecisions(
  trx: Db,
  of: Pick<Insertable<Decisions>, 'kind' | 'targetType' | 'targetId'>,
): Promise<void> {
  await trx
    .updateTable('decisions')
    .set({ reversedAt: sql<Date>`now()` })
    .where((eb) => eb.and(of))
    .where('reversedAt', 'is', null)
    .execute();
}
