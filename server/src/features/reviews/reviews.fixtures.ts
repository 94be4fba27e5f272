import { type Insertable, type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import type { Db } from '@marketplace/db/database';
import type { DB, Users } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase } from '../../test/database.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { addressOf, createTestUser } from '../../test/users.ts';
import { createCaller } from '../../router.ts';
import { createCallerFactory } from '../../trpc.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { reviewsRouter } from './reviews.router.ts';

const createReviewsCaller = createCallerFactory(reviewsRouter);

interface World {
  server: TestServer;
  ctx: AppContext;
  db: Kysely<DB>;
  seller: Session['user'];
  /** Ada Byron. */
  buyer: Session['user'];
  /** A listing of the seller. */
  listingId: string;
}

/** Starts a server with a fresh database, and creates a seller, buyer and listing for each test. */
export function reviewsWorld(ofSeller: Partial<Insertable<Users>> = {}): World {
  const world = {} as World;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const server = await startTestServer(database);
    Object.assign(world, { server, ctx: server.ctx, db: database.db });
    return async () => {
      await server.close();
      await database.close();
    };
  });
  beforeEach(async () => {
    world.seller = await createTestUser(world.db, ofSeller);
    world.buyer = await createTestUser(world.db, { firstName: 'Ada', lastName: 'Byron' });
    world.listingId = await createTestListing(world.db, world.seller.id);
  });
  return world;
}

/** Returns the procedures of reviews with this user as the caller. */
export function reviewsOf(ctx: AppContext, user: Session['user']) {
  return createReviewsCaller(contextOfUser(ctx, user, { ip: addressOf(user) }));
}

/** Returns the users whose stored rating differs from their reviews. */
export async function findWrongRatings(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select u.id, u.rating_sum, u.rating_count, coalesce(r.sum, 0) as sum, coalesce(r.count, 0) as count
    from users u left join (
      select seller_id, sum(rating), count(*) from reviews
      where state = 'public' and about = 'seller' group by seller_id
    ) r on r.seller_id = u.id
    where u.rating_sum <> coalesce(r.sum, 0) or u.rating_count <> coalesce(r.count, 0)`.execute(db);
  return rows;
}

export async function leave(ctx: AppContext, user: Session['user']): Promise<void> {
  await createCaller(contextOfUser(ctx, user)).account.deleteAccount({ email: user.email });
}
