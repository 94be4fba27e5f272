import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { Parts } from '../../parts.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestParts } from '../../test/parts.ts';
import { createTestUser } from '../../test/users.ts';
import { insertImage, insertListing } from '../listings/listings.fixtures.ts';
import { reviewsOf } from '../reviews/reviews.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createAdmin, reportAs } from './moderation.fixtures.ts';

let database: TestDatabase;
let parts: Parts;

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database);
});
afterAll(() => database.close());

const notFound = { code: 'NOT_FOUND' };
const ownThing = { code: 'BAD_REQUEST', cause: { issues: [{ path: 'targetId' }] } };

async function evidenceBy({ id }: Session['user']) {
  const rows = await parts.db
    .selectFrom('reports')
    .select('evidence')
    .where('reporterId', '=', id)
    .execute();
  return rows.map(({ evidence }) => evidence);
}

describe('reporting a listing', () => {
  const report = (user: Session['user'], targetId: string) =>
    reportAs(parts, user, { targetType: 'listing', targetId });

  it('keeps what it showed', async () => {
    const seller = await createTestUser(parts.db);
    const reporter = await createTestUser(parts.db);
    const id = await insertListing(parts.db, seller.id, { description: 'As new' });
    const url = await insertImage(parts.db, seller.id);
    const imageId = /[0-9a-f-]{36}/.exec(url)![0];
    await parts.db
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

  it('is for what one can see, and not for one’s own', async () => {
    const seller = await createTestUser(parts.db);
    const reporter = await createTestUser(parts.db);
    const own = await insertListing(parts.db, seller.id);
    const inactive = await insertListing(parts.db, seller.id, { isActive: false });
    await expect(report(seller, own)).rejects.toMatchObject(ownThing);
    for (const id of [inactive, randomUUID(), 'no-id']) {
      await expect(report(reporter, id)).rejects.toMatchObject(notFound);
    }
    expect(await evidenceBy(reporter)).toEqual([]);
  });
});

describe('reporting a review', () => {
  it('keeps what it said, is for anybody but its author', async () => {
    const seller = await createTestUser(parts.db);
    const author = await createTestUser(parts.db);
    const reporter = await createTestUser(parts.db);
    const listingId = await insertListing(parts.db, seller.id);
    const rating = { rating: 2, comment: 'Late' };
    const { id } = await reviewsOf(parts, author).submit({
      sellerId: seller.id,
      listingId,
      ...rating,
    });
    const report = (user: Session['user'], targetId: string) =>
      reportAs(parts, user, { targetType: 'review', targetId });
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
  it('keeps their name and picture, and is for active others', async () => {
    const person = await createTestUser(parts.db, { firstName: 'Una', lastName: 'User' });
    const gone = await createTestUser(parts.db);
    const reporter = await createTestUser(parts.db);
    await adminOf(parts, await createAdmin(parts)).deactivate({ id: gone.id });
    const report = (targetId: string) =>
      reportAs(parts, reporter, { targetType: 'user', targetId });
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
