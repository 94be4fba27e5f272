import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Reviews } from '@marketplace/db/types.generated';
import { contextOfUser } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCaller } from '../../router.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { reviewsWorld } from './reviews.fixtures.ts';

const world = reviewsWorld();

async function insertReview(values: Partial<Insertable<Reviews>> = {}): Promise<string> {
  const row = {
    sellerId: world.seller.id,
    reviewerId: world.buyer.id,
    listingId: world.listingId,
    rating: 4,
    ...values,
  };
  const { id } = await world.db
    .insertInto('reviews')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const ofSeller = (input: { sellerId?: string; cursor?: string; limit?: number } = {}) =>
  createCaller(contextOfUser(world.ctx, world.buyer)).reviews.ofSeller({
    sellerId: world.seller.id,
    ...input,
  });

describe('the reviews of a seller', () => {
  it('contain rating, comment, author and reply', async () => {
    const createdAt = new Date('2026-01-01T10:00:00Z');
    const repliedAt = new Date('2026-01-02T10:00:00Z');
    const times = { createdAt, updatedAt: createdAt, repliedAt };
    const id = await insertReview({ rating: 5, comment: 'Kind.', reply: 'Thanks.', ...times });
    expect(await ofSeller()).toEqual({
      items: [
        {
          id,
          listingId: world.listingId,
          rating: 5,
          comment: 'Kind.',
          createdAt: '2026-01-01T10:00:00.000Z',
          editedAt: null,
          reviewer: {
            id: world.buyer.id,
            firstName: 'Ada',
            lastName: 'Byron',
            profileImageUrl: null,
            displayName: 'Ada Byron',
          },
          about: 'seller',
          verifiedContact: false,
          verifiedHandover: false,
          state: 'public',
          reply: 'Thanks.',
          repliedAt: '2026-01-02T10:00:00.000Z',
        },
      ],
      nextCursor: null,
      summary: { mean: 5, count: 1, counts: [0, 0, 0, 0, 1] },
    });
  });

  it('do not name a deleted author', async () => {
    await insertReview({ reviewerId: null });
    await insertReview();
    await world.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', world.buyer.id)
      .execute();
    const { items } = await ofSeller();
    const nobody = {
      id: null,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      displayName: 'Deleted user',
    };
    expect(items.map((item) => item.reviewer)).toEqual([nobody, nobody]);
  });

  it('name a deactivated author without an id to link to', async () => {
    await insertReview();
    await world.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', world.buyer.id)
      .execute();
    const { items } = await ofSeller();
    expect(items[0]?.reviewer).toMatchObject({ id: null, displayName: 'Ada Byron' });
  });

  it('have a summary on the first page, with mean, count and count of each rating', async () => {
    expect((await ofSeller()).summary).toEqual({ mean: 0, count: 0, counts: [0, 0, 0, 0, 0] });
    for (const rating of [5, 5, 4, 1, 2]) await insertReview({ reviewerId: null, rating });
    const first = await ofSeller({ limit: 2 });
    expect(first.summary).toEqual({ mean: 3.4, count: 5, counts: [1, 1, 0, 1, 2] });
    const second = await ofSeller({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.summary).toBeNull();
  });

  it('are marked as verified after both people have written about the listing', async () => {
    await insertReview();
    const verified = async () => (await ofSeller()).items[0]?.verifiedContact;
    const { id } = await messagingOf(world.ctx, world.buyer).openConversation({
      listingId: world.listingId,
    });
    await messagingOf(world.ctx, world.buyer).send({ conversationId: id, ...draft('Hello?') });
    expect(await verified()).toBe(false);
    await messagingOf(world.ctx, world.seller).send({ conversationId: id, ...draft('Hello.') });
    expect(await verified()).toBe(true);
  });

  it('are not marked as verified by a conversation about another listing', async () => {
    const other = await createTestListing(world.db, world.seller.id);
    await insertReview({ listingId: other });
    const { id } = await messagingOf(world.ctx, world.buyer).openConversation({
      listingId: world.listingId,
    });
    await messagingOf(world.ctx, world.buyer).send({ conversationId: id, ...draft('Hello?') });
    await messagingOf(world.ctx, world.seller).send({ conversationId: id, ...draft('Hello.') });
    expect((await ofSeller()).items[0]?.verifiedContact).toBe(false);
  });

  it('come in pages, newest first, without gaps or repeats', async () => {
    const createdAt = new Date('2026-01-01T10:00:00Z');
    // With equal times, the order depends on the ids.
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => insertReview({ reviewerId: null, createdAt })),
    );
    const newest = await insertReview();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ofSeller({ limit: 2, cursor });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen[0]).toBe(newest);
    expect([...seen].sort()).toEqual([...ids, newest].sort());
  });

  it('are not found for an unknown or deactivated seller', async () => {
    const gone = await createTestUser(world.db, { deactivatedAt: new Date() });
    for (const sellerId of ['nobody', '00000000-0000-4000-8000-000000000000', gone.id]) {
      await expect(ofSeller({ sellerId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('GET /api/seller-reviews/{sellerId}', () => {
  const get = (query = '') =>
    fetch(`${world.server.url}/api/seller-reviews/${world.seller.id}${query}`);

  it('returns an array, with the next cursor in a header', async () => {
    expect(await (await get()).json()).toEqual([]);
    await insertReview({ reviewerId: null });
    await insertReview();
    const first = await get('?limit=1');
    expect(await first.json()).toHaveLength(1);
    const cursor = first.headers.get('x-next-cursor');
    const second = await get(`?limit=1&cursor=${cursor}`);
    expect(await second.json()).toHaveLength(1);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  it.each(['?limit=0', '?limit=101', '?cursor=x'])('refuses %s', async (query) => {
    expect((await get(query)).status).toBe(400);
  });

  it('answers 404 for an unknown seller', async () => {
    expect((await fetch(`${world.server.url}/api/seller-reviews/nobody`)).status).toBe(404);
  });
});

describe('POST /api/seller-reviews', () => {
  const post = (body: object, cookie = '') =>
    fetch(`${world.server.url}/api/seller-reviews`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        sellerId: world.seller.id,
        listingId: world.listingId,
        rating: 5,
        ...body,
      }),
    });

  it('stores and returns a review', async () => {
    const { cookie } = await world.server.signedIn();
    const answer = await post({ comment: 'Hi' }, cookie);
    expect(answer.status).toBe(201);
    const review = await answer.json();
    expect(review).toMatchObject({ rating: 5, comment: 'Hi' });
    expect((await ofSeller()).items).toEqual([review]);
  });

  it('refuses with the status of each error', async () => {
    const { cookie } = await world.server.signedIn();
    expect((await post({})).status).toBe(401);
    expect((await post({ rating: 9 }, cookie)).status).toBe(400);
    expect((await post({ sellerId: randomUUID() }, cookie)).status).toBe(404);
    expect((await ofSeller()).items).toEqual([]);
  });
});
