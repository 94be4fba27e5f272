import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { insertImage, insertListing } from '../listings/listings.fixtures.ts';
import { reviewsOf } from '../reviews/reviews.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createAdmin, reportAs } from './moderation.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

const notFound = { code: 'NOT_FOUND' };
const ownThing = { code: 'BAD_REQUEST', cause: { issues: [{ path: 'targetId' }] } };

async function evidenceBy({ id }: Session['user']) {
  const rows = await ctx.db
    .selectFrom('reports')
    .select('evidence')
    .where('reporterId', '=', id)
    .execute();
  return rows.map(({ evidence }) => evidence);
}

describe('reporting a listing', () => {
  const report = (user: Session['user'], targetId: string) =>
    reportAs(ctx, user, { targetType: 'listing', targetId });

  it('stores what the listing showed', async () => {
    const seller = await createTestUser(ctx.db);
    const reporter = await createTestUser(ctx.db);
    const id = await insertListing(ctx.db, seller.id, { description: 'As new' });
    const url = await insertImage(ctx.db, seller.id);
    const imageId = /[0-9a-f-]{36}/.exec(url)![0];
    await ctx.db
      .insertInto('listingImages')
      .values({ listingId: id, imageId, position: 0 })
      .execute();
    await report(reporter, id.toUpperCase());
    expect(await evidenceBy(reporter)).toEqual([
      {
        sellerId: seller.id,
        title: 'Plain chair',
        price: '10.00',
        description: 'As new',
        category: '',
        location: 'Troy, NY',
        imageIds: [imageId],
      },
    ]);
  });

  it('refuses the reporter’s listing and listings they cannot see', async () => {
    const seller = await createTestUser(ctx.db);
    const reporter = await createTestUser(ctx.db);
    const own = await insertListing(ctx.db, seller.id);
    const inactive = await insertListing(ctx.db, seller.id, { isActive: false });
    await expect(report(seller, own)).rejects.toMatchObject(ownThing);
    for (const id of [inactive, randomUUID(), 'no-id']) {
      await expect(report(reporter, id)).rejects.toMatchObject(notFound);
    }
    expect(await evidenceBy(reporter)).toEqual([]);
  });
});

describe('reporting a review', () => {
  it('stores what the review said, and is open to all but its author', async () => {
    const seller = await createTestUser(ctx.db);
    const author = await createTestUser(ctx.db);
    const reporter = await createTestUser(ctx.db);
    const listingId = await insertListing(ctx.db, seller.id);
    const rating = { rating: 2, comment: 'Late' };
    const { id } = await reviewsOf(ctx, author).submit({
      sellerId: seller.id,
      listingId,
      ...rating,
    });
    const report = (user: Session['user'], targetId: string) =>
      reportAs(ctx, user, { targetType: 'review', targetId });
    await report(reporter, id);
    await report(seller, id);
    expect(await evidenceBy(reporter)).toEqual([
      { sellerId: seller.id, reviewerId: author.id, listingId, ...rating, reply: null },
    ]);
    await expect(report(author, id)).rejects.toMatchObject(ownThing);
    for (const unknown of [randomUUID(), 'no-id']) {
      await expect(report(reporter, unknown)).rejects.toMatchObject(notFound);
    }
  });
});

describe('reporting a person', () => {
  it('stores the name and picture, and refuses oneself and inactive people', async () => {
    const person = await createTestUser(ctx.db, { firstName: 'Una', lastName: 'User' });
    const gone = await createTestUser(ctx.db);
    const reporter = await createTestUser(ctx.db);
    await adminOf(ctx, await createAdmin(ctx)).deactivate({ id: gone.id });
    const report = (targetId: string) => reportAs(ctx, reporter, { targetType: 'user', targetId });
    await report(person.id);
    expect(await evidenceBy(reporter)).toEqual([
      { displayName: 'Una User', username: expect.stringMatching(/^user-/), imageIds: [] },
    ]);
    await expect(report(reporter.id)).rejects.toMatchObject(ownThing);
    for (const id of [gone.id, randomUUID(), 'no-id']) {
      await expect(report(id)).rejects.toMatchObject(notFound);
    }
  });
});
