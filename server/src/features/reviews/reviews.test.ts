import type { Insertable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reviews } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { createCaller } from '../../router.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
let seller: Session['user'];
let buyer: Session['user'];
let listingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  seller = await createTestUser(database.db);
  buyer = await createTestUser(database.db, { firstName: 'Ada', lastName: 'Byron' });
  listingId = await createTestListing(database.db, seller.id);
});

async function insertReview(values: Partial<Insertable<Reviews>> = {}): Promise<string> {
  const row = { sellerId: seller.id, reviewerId: buyer.id, listingId, rating: 4, ...values };
  const { id } = await database.db
    .insertInto('reviews')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const ofSeller = (input: { sellerId?: string; cursor?: string; limit?: number } = {}) =>
  createCaller(contextOfUser(server.parts, buyer)).reviews.ofSeller({
    sellerId: seller.id,
    ...input,
  });

describe('the reviews of a seller', () => {
  it('say what was given, by whom and what the seller replied', async () => {
    const id = await insertReview({ rating: 5, comment: 'Kind.', reply: 'Thanks.' });
    expect(await ofSeller()).toEqual({
      items: [
        {
          id,
          rating: 5,
          comment: 'Kind.',
          createdAt: expect.any(String) as unknown,
          reviewer: {
            firstName: 'Ada',
            lastName: 'Byron',
            profileImageUrl: null,
            displayName: 'Ada Byron',
          },
          verifiedContact: false,
          reply: 'Thanks.',
        },
      ],
      nextCursor: null,
    });
  });

  it('name nobody once the author is gone, by row or by mark', async () => {
    await insertReview({ reviewerId: null });
    await insertReview();
    await database.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', buyer.id)
      .execute();
    const { items } = await ofSeller();
    const nobody = {
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      displayName: 'Deleted user',
    };
    expect(items.map((item) => item.reviewer)).toEqual([nobody, nobody]);
  });

  it('carry the mark once both have written about that listing', async () => {
    await insertReview();
    const verified = async () => (await ofSeller()).items[0]?.verifiedContact;
    const { id } = await messagingOf(server.parts, buyer).openConversation({ listingId });
    await messagingOf(server.parts, buyer).send({ conversationId: id, ...draft('Hello?') });
    expect(await verified()).toBe(false);
    await messagingOf(server.parts, seller).send({ conversationId: id, ...draft('Hello.') });
    expect(await verified()).toBe(true);
  });

  it('do not carry it for a conversation about another listing', async () => {
    const other = await createTestListing(database.db, seller.id);
    await insertReview({ listingId: other });
    const { id } = await messagingOf(server.parts, buyer).openConversation({ listingId });
    await messagingOf(server.parts, buyer).send({ conversationId: id, ...draft('Hello?') });
    await messagingOf(server.parts, seller).send({ conversationId: id, ...draft('Hello.') });
    expect((await ofSeller()).items[0]?.verifiedContact).toBe(false);
  });

  it('come newest first, page by page, none twice and none left out', async () => {
    const createdAt = new Date('2026-01-01T10:00:00Z');
    // All of the same time, so that only the id tells them apart.
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

  it('of nobody, or of somebody deactivated, are not found', async () => {
    const gone = await createTestUser(database.db, { deactivatedAt: new Date() });
    for (const sellerId of ['nobody', '00000000-0000-4000-8000-000000000000', gone.id]) {
      await expect(ofSeller({ sellerId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('GET /api/seller-reviews/{sellerId}', () => {
  const get = (query = '') => fetch(`${server.url}/api/seller-reviews/${seller.id}${query}`);

  it('gives everybody an array, and where to go on', async () => {
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

  it('answers 404 for a seller that is not there', async () => {
    expect((await fetch(`${server.url}/api/seller-reviews/nobody`)).status).toBe(404);
  });
});
