import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { peopleOf, text } from './account.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  people = peopleOf(ctx);
});
afterAll(() => database.close());

it('leaves one admin even if the last two delete their accounts at once', async () => {
  const { db } = ctx;
  const admins = [
    await createTestUser(db, { isAdmin: true }),
    await createTestUser(db, { isAdmin: true }),
  ];
  const results = await Promise.allSettled(admins.map(people.remove));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT' },
  });
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('deletedAt', 'is', null)
    .execute();
  expect(left).toHaveLength(1);
});

it('refuses the second of two deletions of the same account', async () => {
  const [user] = await people.twoPeople();
  const results = await Promise.allSettled([people.remove(user), people.remove(user)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('hides what happens at the same moment, without deadlocks', async () => {
  const { db } = ctx;
  for (let round = 0; round < 12; round++) {
    const [user, other] = await people.twoPeople();
    const sold = await people.talk(other, user);
    const bought = await people.talk(user, other);
    const results = await Promise.allSettled([
      people
        .as(user)
        .reviews.submit({ sellerId: other.id, listingId: bought.listingId, rating: 1 }),
      people.as(other).reviews.submit({ sellerId: user.id, listingId: sold.listingId, rating: 5 }),
      people.as(user).messaging.send({ conversationId: bought.id, ...text('One more') }),
      people.as(other).messaging.send({ conversationId: sold.id, ...text('One more') }),
      people.as(other).messaging.markRead({ conversationId: bought.id, upToSeq: 2 }),
      people.as(user).listings.create({ title: 'Lamp', price: '5.00', location: 'Troy' }),
      people.as(user).account.update({ firstName: 'Still here' }),
      people.as(other).messaging.block({ userId: user.id }),
      people.remove(user),
      ...(round % 3 === 0 ? [people.remove(other)] : []),
    ]);
    // A deadlock or a violated constraint would be an INTERNAL_SERVER_ERROR.
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'OK',
    );
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
    expect(codes[8]).toBe('OK');
    const row = await db
      .selectFrom('users')
      .select(['firstName', 'deletedAt', 'ratingSum', 'ratingCount'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ firstName: null, deletedAt: expect.any(Date) as Date });
    const visible = await db
      .selectFrom('listings')
      .select('id')
      .where('sellerId', '=', user.id)
      .where((eb) => eb.or([eb('visible', '=', true), eb('deletedAt', 'is', null)]))
      .execute();
    expect(visible).toEqual([]);
    const named = await db
      .selectFrom('reviews')
      .select('id')
      .where('reviewerId', '=', user.id)
      .execute();
    expect(named).toEqual([]);
    const dueMail = await db
      .selectFrom('feeds')
      .select('mailDueAt')
      .where('userId', '=', user.id)
      .where('mailDueAt', 'is not', null)
      .execute();
    expect(dueMail).toEqual([]);
  }
});
