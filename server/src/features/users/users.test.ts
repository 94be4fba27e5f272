import { afterAll, beforeAll, expect, it } from 'vitest';
import { imagePath } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import { testContext } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { accountRouter } from '../account/account.router.ts';

let database: TestDatabase;
let ctx: AppContext;
const caller = () => createCallerFactory(accountRouter)(testContext(ctx));

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

it('shows of a user what anybody may know, and no address', async () => {
  const { id } = await createTestUser(ctx.db, {
    username: 'maple-1000',
    firstName: 'Jane',
    lastName: 'Doe',
    ratingSum: 14,
    ratingCount: 3,
    town: 'Troy, NY',
  });
  const image = await ctx.db
    .insertInto('images')
    .values({ ownerId: id, width: 1, height: 1, byteSize: 1, placeholder: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable('users').set({ avatarImageId: image.id }).where('id', '=', id).execute();
  expect(await caller().profile({ id })).toEqual({
    id,
    awayUntil: null,
    firstName: 'Jane',
    lastName: 'Doe',
    username: 'maple-1000',
    displayName: 'Jane Doe',
    profileImageUrl: imagePath(image.id, 320),
    town: 'Troy, NY',
    memberSince: expect.stringMatching(/Z$/) as string,
    sellerRating: 4.7,
    sellerReviewCount: 3,
    activeListings: 0,
    sales: 0,
    verifiedReviews: 0,
    reviewsAsBuyer: 0,
    missedMeetups: 0,
    replyTime: null,
  });
});

it('shows a new user by the username, without rating or picture', async () => {
  const { id } = await createTestUser(ctx.db, { username: 'maple-1001' });
  expect(await caller().profile({ id })).toMatchObject({
    displayName: 'maple-1001',
    profileImageUrl: null,
    sellerRating: 0,
    sellerReviewCount: 0,
  });
});

it('knows nobody under a wrong id, nor those deactivated or deleted', async () => {
  const users = await Promise.all([
    createTestUser(ctx.db, { deactivatedAt: new Date() }),
    createTestUser(ctx.db, { deletedAt: new Date() }),
  ]);
  const ids = [
    ...users.map((user) => user.id),
    'no-id',
    '',
    '00000000-0000-4000-8000-000000000000',
  ];
  for (const id of ids) {
    await expect(caller().profile({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'User not found',
    });
  }
});
