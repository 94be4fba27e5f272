import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from '../listings/listings.fixtures.ts';
import { adminOf, auditOf, createTestAdmin } from '../admin/admin.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let hub: RecordingHub;
let admin: Session['user'];
let seller: Session['user'];
let listingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  ctx = createTestContext(database, { hub });
  admin = await createTestAdmin(ctx);
});
afterAll(() => database.close());

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
  listingId = await insertListing(ctx.db, seller.id, { title: 'Lamp $& "red"' });
  hub.adminEvents.length = 0;
  hub.woken.length = 0;
});

const newsOfSeller = () =>
  ctx.db
    .selectFrom('notifications')
    .select(['type', 'data', 'count'])
    .where('userId', '=', seller.id)
    .execute();

describe('flagging a listing', () => {
  it('hides it, stores the reason, and notifies the seller in the app and by email', async () => {
    const seen = await adminOf(ctx, admin).flag({ id: listingId, reason: 'Policy violation' });
    expect(seen).toMatchObject({
      id: listingId,
      isActive: false,
      flagReason: 'Policy violation',
      sellerEmail: seller.email,
    });
    const notFound = { code: 'NOT_FOUND' };
    await expect(callerOf(ctx).byId({ id: listingId })).rejects.toMatchObject(notFound);
    const data = { listingId, listingTitle: 'Lamp $& "red"', what: 'flagged' };
    expect(await newsOfSeller()).toMatchObject([
      { type: 'flag', data: { ...data, reason: 'Policy violation' } },
    ]);
    expect(hub.woken).toEqual([seller.id]);
    expect(hub.adminEvents).toEqual([{ type: 'listingFlagged', listingId }]);
    const [mail] = await queuedMails(ctx, seller.email);
    expect(mail?.subject).toBe('Your listing "Lamp $& "red"" was taken down');
    expect(mail?.text).toContain('Reason: Policy violation');
    expect(`${mail?.text}${mail?.html}`).not.toContain(admin.email);
    expect(await auditOf(ctx, listingId)).toMatchObject([
      { actorId: admin.id, action: 'listing.flag', reason: 'Policy violation' },
    ]);
  });

  it('succeeds for one of two calls at once, and an edit by the owner does not lift it', async () => {
    const { flag } = adminOf(ctx, admin);
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((reason) => flag({ id: listingId, reason })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = results.filter((result) => result.status === 'rejected');
    for (const { reason } of lost) expect(reason).toMatchObject({ code: 'CONFLICT' });
    expect(await auditOf(ctx, listingId)).toHaveLength(1);
    expect(await newsOfSeller()).toMatchObject([{ count: 1 }]);
    const edit = { id: listingId, title: 'Lamp', price: '2.00', location: 'Troy' };
    expect(await callerOf(ctx, seller).update(edit)).toMatchObject({ isActive: false });
  });

  it('needs a reason and a listing', async () => {
    const { flag } = adminOf(ctx, admin);
    const empty = flag({ id: listingId, reason: '  ' });
    await expect(empty).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const id of [randomUUID(), 'none']) {
      await expect(flag({ id, reason: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await newsOfSeller()).toEqual([]);
  });
});

describe('restoring and removing a listing', () => {
  it('brings a flagged listing back, and throws CONFLICT for an active one', async () => {
    const { flag, restore } = adminOf(ctx, admin);
    await expect(restore({ id: listingId })).rejects.toMatchObject({ code: 'CONFLICT' });
    await flag({ id: listingId, reason: 'Odd' });
    const back = await restore({ id: listingId, reason: 'It was fine' });
    expect(back).toMatchObject({ isActive: true, flagReason: null, hiddenByReports: false });
    expect((await callerOf(ctx).byId({ id: listingId })).isActive).toBe(true);
    expect(hub.adminEvents.at(-1)).toEqual({ type: 'listingChanged', listingId });
    const [mail] = await queuedMails(ctx, seller.email);
    expect(mail?.text).toContain('Reason: It was fine');
    const actions = (await auditOf(ctx, listingId)).map(({ action }) => action);
    expect(actions).toEqual(['listing.flag', 'listing.restore']);
  });

  it('brings back a listing that reports have hidden', async () => {
    const hidden = { isActive: false, hiddenByReportsAt: new Date() };
    const id = await insertListing(ctx.db, seller.id, hidden);
    const { listings, restore } = adminOf(ctx, admin);
    const { items } = await listings({ filter: 'flagged' });
    expect(items.find((listing) => listing.id === id)?.hiddenByReports).toBe(true);
    expect(await restore({ id })).toMatchObject({ isActive: true, hiddenByReports: false });
  });

  it('removes a listing for everyone, once, and notifies the seller', async () => {
    const { removeListing } = adminOf(ctx, admin);
    const results = await Promise.allSettled([1, 2].map(() => removeListing({ id: listingId })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'NOT_FOUND' });
    const seen = callerOf(ctx, seller).byId({ id: listingId });
    await expect(seen).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await newsOfSeller()).toMatchObject([{ data: { what: 'deleted', reason: null } }]);
    const [mail] = await queuedMails(ctx, seller.email);
    expect(mail?.subject).toContain('was removed');
    expect(await auditOf(ctx, listingId)).toMatchObject([{ action: 'listing.remove' }]);
  });
});
