import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { limiter: createLimiter(database.pool, 1) });
});
beforeEach(async () => {
  seller = await createTestUser(database.db, { standing: 0 });
});
afterAll(() => database.close());

const lamp = { title: 'Lamp', description: 'With a shade.', price: '5', location: 'Troy' };

const post = (values: Partial<typeof lamp> = {}, user = seller) =>
  callerOf(ctx, user).create({ ...lamp, ...values });

/** Makes up to `tries` calls, and returns how many succeed before one fails, and its error. */
async function untilRefused(call: (number: number) => Promise<unknown>, tries: number) {
  for (let number = 0; number < tries; number += 1) {
    try {
      await call(number);
    } catch (error) {
      return { done: number, refusal: error };
    }
  }
  return { done: tries, refusal: undefined };
}

const refusal = (message: string) =>
  expect.objectContaining({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining(message) as string,
  }) as unknown;

async function makeMember({ id }: Session['user']): Promise<void> {
  await ctx.db.updateTable('users').set({ standing: 1 }).where('id', '=', id).execute();
}

describe('the daily limit', () => {
  it('is 50 listings for a new account, and 200 for others', async () => {
    const postNumber = (number: number) => post({ title: `Lamp ${number}` });
    expect(await untilRefused(postNumber, 60)).toEqual({
      done: 50,
      refusal: refusal('New accounts can post 50 listings a day.'),
    });
    await makeMember(seller);
    expect(await untilRefused(postNumber, 210)).toEqual({
      done: 200,
      refusal: refusal('You can post 200 listings a day.'),
    });
    await expect(post({}, await createTestUser(ctx.db))).resolves.toMatchObject({
      title: 'Lamp',
    });
  });

  it('is the same for edits', async () => {
    const id = await insertListing(ctx.db, seller.id);
    const edit = (number: number) =>
      callerOf(ctx, seller).update({ id, title: 'Chair', price: String(number) });
    expect(await untilRefused(edit, 60)).toEqual({
      done: 50,
      refusal: refusal('New accounts can edit listings 50 times a day.'),
    });
    await makeMember(seller);
    expect(await untilRefused(edit, 210)).toEqual({
      done: 200,
      refusal: refusal('You can edit listings 200 times a day.'),
    });
  });

  it('is scaled by RATE_LIMIT_FACTOR', async () => {
    const scaled = createTestContext(database, { limiter: createLimiter(database.pool, 0.1) });
    const postNumber = (number: number) =>
      callerOf(scaled, seller).create({ ...lamp, title: `Lamp ${number}` });
    expect(await untilRefused(postNumber, 10)).toEqual({
      done: 5,
      refusal: refusal('New accounts can post 5 listings a day'),
    });
  });
});

describe('the fifth listing with the same title and text within a day', () => {
  const conflict = (first: { id: string; title: string }) =>
    expect.objectContaining({
      code: 'CONFLICT',
      message:
        "You've already posted “Lamp” 4 times in the last 24 hours. Edit that listing instead.",
      cause: expect.objectContaining({
        listing: { id: first.id, title: first.title },
      }) as unknown,
    }) as unknown;

  async function postFour() {
    const first = await post();
    for (let count = 1; count < 4; count += 1) await post();
    return first;
  }

  it('is refused with a conflict that names the first', async () => {
    const first = await postFour();
    await expect(post()).rejects.toEqual(conflict(first));
    await expect(post({ title: ' lAMP ', description: 'with a SHADE.' })).rejects.toEqual(
      conflict(first),
    );
  });

  it('is accepted with another text or title, from another seller, or a day later', async () => {
    await postFour();
    await post({ description: 'Without a shade.' });
    await post({ title: 'Another lamp' });
    await post({}, await createTestUser(ctx.db));
    await ctx.db
      .updateTable('listings')
      .set({ createdAt: sql<Date>`created_at - interval '1 day'` })
      .where('sellerId', '=', seller.id)
      .execute();
    await post();
  });

  it('is refused as the result of an edit, but the first four can be edited', async () => {
    const first = await postFour();
    const other = await post({ title: 'Chair' });
    const edit = (id: string, price: string) =>
      callerOf(ctx, seller).update({ ...lamp, id, price });
    await expect(edit(other.id, '5')).rejects.toEqual(conflict(first));
    await expect(edit(first.id, '4')).resolves.toMatchObject({ price: '4.00' });
  });

  it('is refused even if all are posted at the same time', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => post()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });
});
