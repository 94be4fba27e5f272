import { beforeAll, describe, expect, it } from 'vitest';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { updateSettings } from '../account/settings.ts';
import { callerOf, insertImage, insertListing } from '../listings/listings.fixtures.ts';
import { moderationWorld } from '../moderation/moderation.fixtures.ts';
import { reviewsOf } from '../reviews/reviews.fixtures.ts';
import { releaseHeld } from './hold-listing.ts';
import { storeOnlyRule } from './screening.fixtures.ts';

const world = moderationWorld();
let seller: Session['user'];
let other: Session['user'];
beforeAll(async () => {
  seller = await createTestUser(world.ctx.db);
  other = await createTestUser(world.ctx.db);
});

const bad = {
  title: 'Lamp',
  description: 'With a FORBIDDEN g1zmo.',
  price: '20',
  location: 'Troy',
};
let posted = 0;
const create = (values = {}) =>
  callerOf(world.ctx, seller).create({ ...bad, title: `Lamp ${(posted += 1)}`, ...values });
const isPublic = (id: string) =>
  callerOf(world.ctx, other)
    .byId({ id })
    .then(
      () => true,
      () => false,
    );
const decisionsOn = (targetId: string) =>
  world.ctx.db.selectFrom('decisions').selectAll().where('targetId', '=', targetId).execute();
const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000);

async function openCaseOf(targetId: string) {
  const { items } = await world.asAdmin.reports({ targetType: 'listing' });
  return items.find((one) => one.targetId === targetId);
}

describe('a held listing', () => {
  beforeAll(() => storeOnlyRule(world.ctx));

  it('is visible only to its seller, who reads why, and opens a case', async () => {
    const { id, isActive } = await create();
    expect([isActive, await isPublic(id)]).toEqual([false, false]);
    const held = { passage: 'FORBIDDEN g1zmo', advice: 'Leave out the gizmo.' };
    expect(await callerOf(world.ctx, seller).byId({ id })).toMatchObject({ held });
    const mine = await callerOf(world.ctx, seller).mine({});
    expect(mine.items.find((item) => item.id === id)).toMatchObject({ held, isActive: false });
    const found = await openCaseOf(id);
    expect(found).toMatchObject({ target: { state: 'held' }, reports: [{ reason: 'held' }] });
    expect(await decisionsOn(id)).toMatchObject([
      {
        kind: 'held',
        userId: seller.id,
        caseId: found?.id,
        passage: held.passage,
        reversedAt: null,
      },
    ]);
  });

  it('alerts nobody until it is released', async () => {
    const changes = (listingId: string) =>
      world.ctx.db
        .selectFrom('listingChanges')
        .select('id')
        .where('listingId', '=', listingId)
        .execute();
    const { id } = await create({ title: 'Quiet lamp' });
    expect(await changes(id)).toEqual([]);
    await releaseHeld(world.ctx, inHours(25));
    expect(await changes(id)).toHaveLength(1);
  });

  it('is public once an edit removes the passage, and held again with another', async () => {
    const { id } = await create();
    const edit = (description: string) =>
      callerOf(world.ctx, seller).update({ id, title: 'Lamp', price: '20', description });
    expect(await edit('A plain lamp.')).toHaveProperty('isActive', true);
    expect(await isPublic(id)).toBe(true);
    expect(await edit('A f o r b i d d e n gizmo')).toHaveProperty('isActive', false);
    const [first, second] = await decisionsOn(id);
    expect([first?.reversedAt !== null, second?.reversedAt]).toEqual([true, null]);
  });

  it('is public once a moderator dismisses its case, and stays so with the same passage', async () => {
    const { id } = await create();
    const caseId = (await openCaseOf(id))?.id ?? '';
    await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    expect(await isPublic(id)).toBe(true);
    expect(await decisionsOn(id)).toMatchObject([{ reversedAt: expect.any(Date) as Date }]);
    await callerOf(world.ctx, seller).update({ id, title: 'New lamp', price: '20' });
    expect(await isPublic(id)).toBe(true);
  });

  it('stays hidden once a moderator flags it, and undoing that holds it again', async () => {
    const { id } = await create();
    const caseId = (await openCaseOf(id))?.id ?? '';
    await world.asAdmin.resolveReport({ caseId, decision: 'flag', reason: 'A gizmo' });
    await releaseHeld(world.ctx, inHours(48));
    expect(await isPublic(id)).toBe(false);
    await world.asAdmin.undoDecision({ caseId });
    expect(await openCaseOf(id)).toMatchObject({ target: { state: 'held' } });
  });

  it('is released after 24 hours by one of two workers, with its case still open', async () => {
    const { id } = await create();
    await releaseHeld(world.ctx, inHours(23));
    expect(await isPublic(id)).toBe(false);
    await Promise.all([0, 1].map(() => releaseHeld(world.ctx, inHours(25))));
    expect(await isPublic(id)).toBe(true);
    expect(await openCaseOf(id)).toMatchObject({ status: 'open' });
    const notified = world.ctx.db.selectFrom('notifications').select('count');
    expect(await notified.where('groupKey', '=', `flag:${id}`).execute()).toEqual([{ count: 1 }]);
  });
});

describe('a refused text', () => {
  beforeAll(() =>
    storeOnlyRule(world.ctx, { action: 'refuse', kinds: ['listing', 'name', 'review'] }),
  );

  const refused = (path: string) =>
    expect.objectContaining({
      cause: expect.objectContaining({
        issues: [
          {
            path,
            message: expect.stringMatching(/^“.+” isn't allowed here\. Leave out/) as string,
          },
        ],
      }) as unknown,
    }) as unknown;

  it('names the field and the passage, and stores nothing', async () => {
    const count = () =>
      callerOf(world.ctx, seller)
        .mine({})
        .then(({ counts }) => counts.all);
    const before = await count();
    await expect(create()).rejects.toEqual(refused('description'));
    await expect(create({ title: 'Forbidden gizmo' })).rejects.toEqual(refused('title'));
    const details = { Extra: 'forbidden gizmo' };
    await expect(create({ description: '', details })).rejects.toEqual(refused('details'));
    expect(await count()).toBe(before);
  });

  it('is refused in names and reviews too', async () => {
    const settings = updateSettings(world.ctx, seller.id, {
      firstName: 'Forbidden',
      lastName: 'Gizmo',
    });
    expect(await settings).toHaveProperty('showPresence');
    const name = updateSettings(world.ctx, seller.id, { firstName: 'Forbidden Gizmo' });
    await expect(name).rejects.toMatchObject({ issues: [{ path: 'firstName' }] });
    const listingId = await insertListing(world.ctx.db, seller.id);
    const review = { sellerId: seller.id, listingId, rating: 5, comment: 'a forbidden gizmo' };
    await expect(reviewsOf(world.ctx, other).submit(review)).rejects.toEqual(refused('comment'));
  });
});

describe('rules about new accounts', () => {
  const newcomer = () => createTestUser(world.ctx.db, { standing: 0 });
  const post = (by: Session['user'], values = {}) =>
    callerOf(world.ctx, by).create({ ...bad, description: '', ...values });
  const rule = (values: Parameters<typeof storeOnlyRule>[1]) =>
    storeOnlyRule(world.ctx, { maxStanding: 0, ...values });

  it('hold the third listing with one text', async () => {
    await rule({ type: 'repeat', parameters: { times: 3 } });
    const by = await newcomer();
    const description = 'A long text about a lamp that is the same in every listing.';
    const states = [];
    for (const title of ['One', 'Two', 'Three'])
      states.push(await post(by, { title, description }));
    expect(states.map(({ isActive }) => isActive)).toEqual([true, true, false]);
  });

  it('hold what is posted too fast, also at the same time', async () => {
    await rule({ type: 'flood', parameters: { times: 3, hours: 1 } });
    const by = await newcomer();
    const posted = await Promise.all([1, 2, 3, 4].map((at) => post(by, { title: `Lamp ${at}` })));
    expect(posted.filter(({ isActive }) => isActive)).toHaveLength(2);
  });

  it('hold a price far below that of similar listings', async () => {
    await rule({ type: 'price', parameters: { percent: 25 } });
    for (let at = 0; at < 6; at += 1) {
      const guitar = { title: 'Yamaha acoustic guitar', price: '200.00', category: 'electronics' };
      await insertListing(world.ctx.db, other.id, guitar);
    }
    const by = await newcomer();
    const guitar = { title: 'Yamaha acoustic guitar', category: 'electronics' };
    expect(await post(by, { ...guitar, price: '30' })).toHaveProperty('isActive', false);
    expect(await post(by, { ...guitar, price: '150' })).toHaveProperty('isActive', true);
    expect(await post(seller, { ...guitar, price: '30' })).toHaveProperty('isActive', true);
  });

  it('hold a picture that looks like one of another seller', async () => {
    await rule({ type: 'picture', parameters: {} });
    const withLook = async (ownerId: string, look: string) => {
      const url = await insertImage(world.ctx.db, ownerId);
      const id = parseImageUrl(url) ?? '';
      await world.ctx.db.updateTable('images').set({ look }).where('id', '=', id).execute();
      return url;
    };
    const by = await newcomer();
    await post(other, { title: 'Theirs', images: [await withLook(other.id, '81985529216486895')] });
    const near = await withLook(by.id, '81985529216486894');
    const far = await withLook(by.id, '1147797409030816545');
    expect(await post(by, { title: 'Near', images: [near] })).toHaveProperty('isActive', false);
    expect(await post(by, { title: 'Far', images: [far] })).toHaveProperty('isActive', true);
  });
});
