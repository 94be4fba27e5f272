import { expect, it } from 'vitest';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createTestListing, seeded } from '../messaging/messaging.fixtures.ts';
import { findWrongRatings, leave, reviewsOf, reviewsWorld } from './reviews.fixtures.ts';

const world = reviewsWorld();

const submit = (rating: number, by = world.buyer) =>
  reviewsOf(world.ctx, by).submit({
    sellerId: world.seller.id,
    listingId: world.listingId,
    rating,
  });

const deactivate = (user: Session['user']) =>
  world.db
    .updateTable('users')
    .set({ deactivatedAt: new Date() })
    .where('id', '=', user.id)
    .execute();

function codeOf(result: PromiseSettledResult<unknown>): string | null {
  if (result.status === 'fulfilled') return null;
  return (result.reason as { code?: string }).code ?? String(result.reason);
}

it('stores one review when the same author submits many at once', async () => {
  const ratings = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5];
  const reviews = await Promise.all(ratings.map((rating) => submit(rating)));
  expect(new Set(reviews.map((review) => review.id)).size).toBe(1);
  expect(await findWrongRatings(world.db)).toEqual([]);
});

it('does not deadlock when two people rate each other at once', async () => {
  const back = await createTestListing(world.db, world.buyer.id);
  for (let round = 0; round < 10; round += 1) {
    const rating = (round % 5) + 1;
    await Promise.all([
      submit(rating),
      reviewsOf(world.ctx, world.seller).submit({
        sellerId: world.buyer.id,
        listingId: back,
        rating,
      }),
    ]);
  }
  expect(await findWrongRatings(world.db)).toEqual([]);
});

it.each([
  ['deleted', (user: Session['user']) => leave(world.ctx, user)],
  ['deactivated', deactivate],
])('stores a review or refuses it with a 401 while its author is being %s', async (_what, end) => {
  for (let round = 0; round < 10; round += 1) {
    const author = await createTestUser(world.db);
    const [submitted] = await Promise.allSettled([submit(4, author), end(author)]);
    expect([null, 'UNAUTHORIZED']).toContain(codeOf(submitted));
    const named = await world.db
      .selectFrom('reviews as r')
      .innerJoin('users as u', 'u.id', 'r.reviewerId')
      .select('r.id')
      .where('u.id', '=', author.id)
      .where('u.deletedAt', 'is not', null)
      .execute();
    expect(named).toEqual([]);
    await expect(submit(5, author)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
  expect(await findWrongRatings(world.db)).toEqual([]);
});

it.each([
  ['deleted', (user: Session['user']) => leave(world.ctx, user)],
  ['deactivated', deactivate],
])('stores a review or refuses it with a 404 while its seller is being %s', async (_what, end) => {
  for (let round = 0; round < 10; round += 1) {
    world.seller = await createTestUser(world.db);
    world.listingId = await createTestListing(world.db, world.seller.id);
    const [submitted] = await Promise.allSettled([submit(4), end(world.seller)]);
    expect([null, 'NOT_FOUND']).toContain(codeOf(submitted));
    await expect(submit(5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  expect(await findWrongRatings(world.db)).toEqual([]);
});

it('stores a reply while the author is leaving', async () => {
  for (let round = 0; round < 10; round += 1) {
    const author = await createTestUser(world.db);
    await peopleOf(world.ctx).talk(author, world.seller);
    const { id } = await submit(4, author);
    const reply = { reviewId: id, reply: 'Thank you.' };
    await Promise.all([reviewsOf(world.ctx, world.seller).reply(reply), leave(world.ctx, author)]);
    const review = await world.db
      .selectFrom('reviews')
      .select(['reviewerId', 'reply'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(review).toEqual({ reviewerId: null, reply: 'Thank you.' });
  }
});

it('keeps ratings exact through a concurrent random history', async () => {
  const random = seeded(7);
  const { db } = world;
  const admin = adminOf(world.ctx, await createTestUser(db, { isAdmin: true }));
  const people = await Promise.all(Array.from({ length: 12 }, () => createTestUser(db)));
  const listings = await Promise.all(
    people.slice(0, 4).map(async (owner) => ({
      sellerId: owner.id,
      listingId: await createTestListing(db, owner.id),
    })),
  );
  const moderate = async (decision: string): Promise<unknown> => {
    const { items } = await admin.reports({ targetType: 'review' });
    const held = items.filter(({ target }) => target.state === 'held');
    const caseId = held[random(held.length)]?.id;
    return (
      caseId && admin.resolveReport({ caseId, decision: decision as Decision, reason: 'Seen' })
    );
  };
  const act = async (): Promise<unknown> => {
    const person = people[random(people.length)]!;
    const listing = listings[random(listings.length)]!;
    const reviews = reviewsOf(world.ctx, person);
    const what = random(22);
    if (what > 19) return moderate(['publish', 'delete', 'dismiss'][random(3)]!);
    if (what === 0) return leave(world.ctx, people[4 + random(8)]!);
    if (what > 4) return reviews.submit({ ...listing, rating: 1 + random(5) });
    const own = await reviews.mine({ listingId: listing.listingId });
    return own && reviews.remove({ reviewId: own.id });
  };
  // Errors that the rules allow. A deadlock, for example, would be another one.
  const expected = [null, 'BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'];
  for (let round = 0; round < 20; round += 1) {
    const results = await Promise.allSettled(Array.from({ length: 8 }, act));
    for (const result of results) expect(expected).toContain(codeOf(result));
    expect(await findWrongRatings(db)).toEqual([]);
  }
  const held = await db.selectFrom('moderationCases').select('decision').execute();
  for (const decision of ['publish', 'delete']) expect(held).toContainEqual({ decision });
  const { count } = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeGreaterThan(0);
});
