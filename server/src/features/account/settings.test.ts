import { afterAll, beforeAll, expect, it } from 'vitest';
import { imagePath } from '@marketplace/shared/media/urls';
import { fill, texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { accountRouter } from './account.router.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

it('shows new users online by default, and stores their choice', async () => {
  const [user, other] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
  const account = createCallerFactory(accountRouter)(contextOfUser(ctx, user));
  expect(await account.settings()).toEqual({ showPresence: true, awayUntil: null });
  expect(await account.update({ showPresence: false })).toEqual({
    showPresence: false,
    awayUntil: null,
  });
  expect(await account.update({})).toEqual({ showPresence: false, awayUntil: null });
  expect(await account.settings()).toEqual({ showPresence: false, awayUntil: null });
  const others = createCallerFactory(accountRouter)(contextOfUser(ctx, other));
  expect(await others.settings()).toEqual({ showPresence: true, awayUntil: null });
});

it('changes names and username, leaves other settings unchanged, and clears names', async () => {
  const user = await createTestUser(ctx.db);
  const account = createCallerFactory(accountRouter)(contextOfUser(ctx, user));
  await account.update({ firstName: ' Ann ', lastName: 'Lee', username: 'Ann.Lee_1-x' });
  expect(await account.profile({ id: user.id })).toMatchObject({
    displayName: 'Ann Lee',
    username: 'Ann.Lee_1-x',
  });
  await account.update({ firstName: null, lastName: null });
  expect(await account.profile({ id: user.id })).toMatchObject({ displayName: 'Ann.Lee_1-x' });
  expect(await account.settings()).toEqual({ showPresence: true, awayUntil: null });
});

it('stores a town in the form that listings use, clears it, and refuses places elsewhere', async () => {
  const user = await createTestUser(ctx.db);
  const account = createCallerFactory(accountRouter)(contextOfUser(ctx, user));
  const town = async () => (await account.profile({ id: user.id })).town;
  expect(await town()).toBeNull();
  await account.update({ town: ' downtown troy ' });
  expect(await town()).toBe('Troy, NY');
  for (const elsewhere of ['Boston, MA', 'Trpy', '', ' ']) {
    const message = fill(texts.locationOutside, { product: ctx.config.brand.productName });
    await expect(account.update({ firstName: 'Ann', town: elsewhere })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'town', message }] },
    });
  }
  await account.update({ firstName: 'Bo' });
  expect(await account.profile({ id: user.id })).toMatchObject({
    displayName: 'Bo',
    town: 'Troy, NY',
  });
  await account.update({ town: null });
  expect(await town()).toBeNull();
});

it('gives a username to only one user, in upper or lower case', async () => {
  const users = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
  const results = await Promise.allSettled(
    users.map((user, at) =>
      createCallerFactory(accountRouter)(contextOfUser(ctx, user)).update({
        firstName: 'Changed',
        username: at === 0 ? 'wanted.name' : 'Wanted.Name',
      }),
    ),
  );
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({
    code: 'CONFLICT',
    cause: { issues: [{ path: 'username', message: 'This username is taken.' }] },
  });
  const changed = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('firstName', '=', 'Changed')
    .execute();
  expect(changed).toHaveLength(1);
});

it('refuses all deceptive names at once, and leaves earlier names unchanged', async () => {
  const user = await createTestUser(ctx.db, { username: 'support-4', lastName: 'Admin' });
  const account = createCallerFactory(accountRouter)(contextOfUser(ctx, user));
  await expect(
    account.update({ firstName: 'PayPal', lastName: 'www.evil.com', username: 'admin-1' }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Your first name can\'t contain "PayPal".',
    cause: {
      issues: [
        { path: 'firstName', message: 'Your first name can\'t contain "PayPal".' },
        { path: 'lastName', message: "Your last name can't contain a web or email address." },
        { path: 'username', message: 'Your username can\'t contain "admin".' },
      ],
    },
  });
  await account.update({ firstName: 'Ann ❤️', username: 'support-4' });
  expect(await account.profile({ id: user.id })).toMatchObject({ displayName: 'Ann ❤ Admin' });
  await account.update({ lastName: 'Pal' });
  await expect(account.update({ firstName: 'Pay' })).rejects.toMatchObject({
    cause: {
      issues: [{ path: 'firstName', message: 'Your full name can\'t contain "PayPal".' }],
    },
  });
});

it.each([
  { username: 'ab' },
  { username: 'has space' },
  { username: 'a'.repeat(31) },
  { username: 'émile' },
  { firstName: '' },
  { firstName: '   ' },
  { lastName: 'x'.repeat(61) },
  { lastName: 'turned \u202Eemos' },
  { town: 'x'.repeat(121) },
  { avatarImage: '/media/no-image/320.webp' },
])('refuses %j and names the field', async (change) => {
  const user = await createTestUser(ctx.db);
  const account = createCallerFactory(accountRouter)(contextOfUser(ctx, user));
  const refusal: unknown = await account.update(change).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
  expect(JSON.stringify((refusal as Error).cause)).toContain(Object.keys(change)[0]);
});

it('accepts a picture that the user uploaded, refuses another user’s, and clears it', async () => {
  const [user, other] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
  const images = await ctx.db
    .insertInto('images')
    .values(
      [user, other].map(({ id }) => ({
        ownerId: id,
        width: 1,
        height: 1,
        byteSize: 1,
        placeholder: '',
      })),
    )
    .returning('id')
    .execute();
  const [own = '', foreign = ''] = images.map(({ id }) => imagePath(id, 1280));
  const account = createCallerFactory(accountRouter)(contextOfUser(ctx, user));
  await account.update({ avatarImage: own });
  await expect(account.update({ avatarImage: foreign })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  const shown = (await account.profile({ id: user.id })).profileImageUrl;
  expect(shown).toBe(imagePath(images[0]?.id ?? '', 320));
  await account.update({ avatarImage: null });
  expect((await account.profile({ id: user.id })).profileImageUrl).toBeNull();
});
