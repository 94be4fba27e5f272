import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser, daysAgo } from '../../test/users.ts';
import { adminOf, createTestAdmin } from '../admin/admin.fixtures.ts';
import { openCaseOf, reportByOthers } from '../moderation/moderation.fixtures.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';
import { placeOf } from './place.ts';

let database: TestDatabase;
let ctx: AppContext;
let asAdmin: ReturnType<typeof adminOf>;
let other: Session['user'];
let newest: string[];

const desk = {
  title: 'Secret oak desk',
  description: 'Secret words',
  category: 'furniture',
  price: '77.70',
  ...placeOf('Saratoga Springs'),
};
const reason = 'Against the rules';

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  asAdmin = adminOf(ctx, await createTestAdmin(ctx));
  other = await createTestUser(ctx.db);
  const furniture = (title: string, town: string, hours: number) => ({
    title,
    category: 'furniture',
    ...placeOf(town),
    createdAt: new Date(Date.now() - hours * 3_600_000),
  });
  await insertListing(
    ctx.db,
    other.id,
    furniture('Stool in Saratoga Springs', 'Saratoga Springs', 50),
  );
  await insertListing(ctx.db, other.id, furniture('Stool in Albany', 'Albany', 48));
  await insertListing(ctx.db, other.id, furniture('Stool in Hudson', 'Hudson', 46));
  await insertListing(ctx.db, other.id, furniture('Stool in Catskill', 'Catskill', 44));
  await insertListing(ctx.db, other.id, furniture('Stool in Troy', 'Troy', 42));
  newest = ['Mug 4', 'Mug 3', 'Mug 2', 'Mug 1'];
  for (const title of newest.toReversed()) await insertListing(ctx.db, other.id, { title });
});
afterAll(() => database.close());

const missing = (id: string) => callerOf(ctx).missing({ id });
const titles = ({ listings }: { listings: { title: string }[] }) =>
  listings.map(({ title }) => title);

async function postDesk(values: Partial<typeof desk> & { deletedAt?: Date } = {}) {
  const seller = await createTestUser(ctx.db);
  const id = await insertListing(ctx.db, seller.id, { ...desk, ...values });
  return { id, seller, remove: () => callerOf(ctx, seller).remove({ id }) };
}

describe('a listing that its seller deleted', () => {
  it('shows its title, and others of its category, nearest first', async () => {
    const { id, remove } = await postDesk();
    await remove();
    const found = await missing(id.toUpperCase());
    expect(found).toMatchObject({ title: 'Secret oak desk', category: 'furniture' });
    expect(titles(found)).toEqual([
      'Stool in Saratoga Springs',
      'Stool in Troy',
      'Stool in Albany',
      expect.stringMatching(/^Stool in (Hudson|Catskill)$/),
    ]);
    expect(JSON.stringify(found)).not.toMatch(/Secret words|77\.70/);
  });

  it('shows the newest of its category if it had no town', async () => {
    const { id, remove } = await postDesk(placeOf('Capital Region') ?? {});
    await remove();
    expect(titles(await missing(id))[0]).toBe('Stool in Troy');
  });

  it.each(['books', ''])(
    'shows the newest listings if no other is in the category %j',
    async (category) => {
      const { id, remove } = await postDesk({ category });
      await remove();
      const found = await missing(id);
      expect(found).toMatchObject({ title: 'Secret oak desk', category: null });
      expect(titles(found)).toEqual(newest);
    },
  );

  it('shows its title if all reports on it were dismissed', async () => {
    const { id, remove } = await postDesk();
    await reportByOthers(ctx, 1, { targetType: 'listing', targetId: id });
    const caseId = await openCaseOf(ctx, id);
    await asAdmin.resolveReport({ caseId, decision: 'dismiss', reason });
    await remove();
    expect((await missing(id)).title).toBe('Secret oak desk');
  });

  it('shows nothing of itself after 30 days', async () => {
    const young = await postDesk({ deletedAt: daysAgo(29) });
    expect((await missing(young.id)).title).toBe('Secret oak desk');
    const old = await postDesk({ deletedAt: daysAgo(31) });
    expect(await missing(old.id)).toMatchObject({ title: null, category: null });
  });
});

type Desk = Awaited<ReturnType<typeof postDesk>>;

const hidden: [string, (posted: Desk) => Promise<unknown>][] = [
  ['one that is there', async () => undefined],
  [
    'one inactive when it was deleted',
    async ({ id, remove }) => {
      await ctx.db.updateTable('listings').set({ isActive: false }).where('id', '=', id).execute();
      await remove();
    },
  ],
  ['one flagged', ({ id }) => asAdmin.flag({ id, reason })],
  [
    'one flagged and then deleted',
    async ({ id, remove }) => {
      await asAdmin.flag({ id, reason });
      await remove();
    },
  ],
  ['one that an admin deleted', ({ id }) => asAdmin.removeListing({ id, reason })],
  [
    'one that a moderator deleted',
    async ({ id }) => {
      await reportByOthers(ctx, 1, { targetType: 'listing', targetId: id });
      const caseId = await openCaseOf(ctx, id);
      await asAdmin.resolveReport({ caseId, decision: 'delete', reason });
    },
  ],
  [
    'one that reports have hidden',
    ({ id }) => reportByOthers(ctx, 3, { targetType: 'listing', targetId: id }),
  ],
  [
    'one hidden by reports and then deleted',
    async ({ id, remove }) => {
      await reportByOthers(ctx, 3, { targetType: 'listing', targetId: id });
      await remove();
    },
  ],
  [
    'one reported and then deleted',
    async ({ id, remove }) => {
      await reportByOthers(ctx, 1, { targetType: 'listing', targetId: id });
      await remove();
    },
  ],
  [
    'one whose seller was deactivated after deleting it',
    async ({ seller, remove }) => {
      await remove();
      await asAdmin.deactivate({ id: seller.id, reason });
    },
  ],
  [
    'one whose seller deleted the account after it',
    async ({ seller, remove }) => {
      await remove();
      const { account } = createCaller(contextOfUser(ctx, seller));
      await account.deleteAccount({ email: seller.email });
    },
  ],
  [
    'one that went with the account',
    async ({ seller }) => {
      const { account } = createCaller(contextOfUser(ctx, seller));
      await account.deleteAccount({ email: seller.email });
    },
  ],
];

describe('the missing page shows only the newest listings for', () => {
  it.each(hidden)('%s', async (_what, hide) => {
    const posted = await postDesk();
    // The listing is made too old to be among the newest.
    await ctx.db
      .updateTable('listings')
      .set({ createdAt: daysAgo(3) })
      .where('id', '=', posted.id)
      .execute();
    await hide(posted);
    const found = await missing(posted.id);
    expect(found).toMatchObject({ title: null, category: null });
    expect(titles(found)).toEqual(newest);
    expect(JSON.stringify(found)).not.toMatch(/Secret|77\.70|Saratoga/);
  });

  it.each([randomUUID(), 'no-id', ''])('the id %j', async (id) => {
    const found = await missing(id);
    expect(found).toMatchObject({ title: null, category: null });
    expect(titles(found)).toEqual(newest);
  });
});
