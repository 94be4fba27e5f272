import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { SignIns, Users } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { daysAgo, createTestUser } from '../../test/users.ts';
import { peopleOf } from '../account/account.fixtures.ts';

type User = Session['user'];

/** Adds a sign-in without traces, except those in `values`. */
export async function addSignIn(
  db: Db,
  user: { id: string },
  values: Partial<Insertable<SignIns>> = {},
): Promise<void> {
  const own = { userId: user.id, outcome: 'signed-in', roughNetwork: '203.0.x.x' };
  const mailboxHash = Buffer.from(user.id);
  await db
    .insertInto('signIns')
    .values({ ...own, mailboxHash, ...values })
    .execute();
}

/** Creates a person of the level 'new', or with `values` another one. */
export function newcomer(db: Db, values: Partial<Insertable<Users>> = {}): Promise<User> {
  return createTestUser(db, { standing: 0, ...values });
}

/** Creates a person with the age and the presence of a trusted one. */
export function oldTimer(db: Db): Promise<User> {
  return newcomer(db, { createdAt: daysAgo(200), daysPresent: 40 });
}

/** Lets the two talk. With `handedOver`, a code has confirmed a hand-over. */
export async function meet(ctx: AppContext, [buyer, seller]: [User, User], handedOver = false) {
  const { id, listingId } = await peopleOf(ctx).talk(buyer, seller);
  if (!handedOver) return;
  await ctx.db
    .insertInto('sales')
    .values({ listingId, conversationId: id, verified: true })
    .execute();
}

export async function standingOf(db: Db, { id }: { id: string }): Promise<number> {
  const { standing } = await db
    .selectFrom('users')
    .select('standing')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return standing;
}

/** Lets the stored times of a person's sign-ins pass. */
export const passDays = (db: Db, { id }: { id: string }, days: number) =>
  sql`update sign_ins set created_at = created_at - make_interval(days => ${days})
    where user_id = ${id}`.execute(db);
