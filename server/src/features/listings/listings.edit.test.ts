import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts } from '@marketplace/shared/texts';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertImage, insertListing, insertSale } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];
let other: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db, { firstName: 'Sam' });
  other = await createTestUser(database.db);
});
afterAll(() => database.close());

const chair = { title: 'Oak chair', price: '12.5', location: 'troy' };

const refusal = (path: string, message: unknown = expect.any(String)) =>
  expect.objectContaining({
    code: 'BAD_REQUEST',
    cause: expect.objectContaining({ issues: [{ path, message }] }) as unknown,
  }) as unknown;
const failure = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as unknown;

const rowOf = (id: string) =>
  database.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('editing', () => {
  it('changes the kind only if the input has one, and never during a deal', async () => {
    const caller = callerOf(ctx, seller);
    const { id, kind } = await caller.create({ ...chair, kind: 'wanted' });
    expect(kind).toBe('wanted');
    expect((await caller.update({ id, title: 'Pine chair', price: 9 })).kind).toBe('wanted');
    const offered = await caller.update({ id, title: 'Pine chair', price: 9, kind: 'offer' });
    expect(offered.kind).toBe('offer');
    await insertSale(ctx.db, id);
    await expect(
      caller.update({ id, title: 'Pine chair', price: 9, kind: 'wanted' }),
    ).rejects.toEqual(failure('CONFLICT', texts.kindOfDeal));
    expect((await caller.update({ id, title: 'Chair', price: 9, kind: 'offer' })).kind).toBe(
      'offer',
    );
  });

  it('changes only the fields that the input has', async () => {
    const caller = callerOf(ctx, seller);
    const images = [await insertImage(ctx.db, seller.id), await insertImage(ctx.db, seller.id)];
    const before = await caller.create({
      ...chair,
      images,
      description: 'Solid',
      condition: 'fair',
    });
    const after = await caller.update({ id: before.id, title: 'Oak armchair', price: 20 });
    expect(after).toEqual({
      ...before,
      title: 'Oak armchair',
      price: '20.00',
      version: before.version + 1,
    });
    const reordered = await caller.update({
      id: before.id,
      title: 'Oak armchair',
      price: 20,
      description: '',
      location: 'Albany',
      images: images.toReversed(),
    });
    expect(reordered).toMatchObject({
      description: '',
      location: 'Albany, NY',
      images: images.toReversed(),
    });
    expect(await rowOf(before.id)).toMatchObject({ town: 'Albany', county: 'Albany' });
    const nowhere = await caller.update({ ...chair, id: before.id, location: '', images: [] });
    expect(nowhere).toMatchObject({ location: '', images: [] });
    expect(await rowOf(before.id)).toMatchObject({ town: null, county: null, lat: null });
  });

  it('stores details in order, leaves them alone without input, and removes them', async () => {
    const caller = callerOf(ctx, seller);
    const details = { ' Seat  height ': '18 in', Wood: ' oak ', Age: '40 years' };
    const { id, ...created } = await caller.create({ ...chair, details });
    const entries = Object.entries({ 'Seat height': '18 in', Wood: 'oak', Age: '40 years' });
    expect(Object.entries(created.details ?? {})).toEqual(entries);
    const renamed = await caller.update({ ...chair, id, title: 'Oak armchair' });
    expect(Object.entries(renamed.details ?? {})).toEqual(entries);
    const changed = await caller.update({ ...chair, id, details: { Wood: 'pine' } });
    expect(changed.details).toEqual({ Wood: 'pine' });
    for (const none of [null, {}]) {
      expect((await caller.update({ ...chair, id, details: none })).details).toBeNull();
    }
  });

  it('changes nothing if it refuses a location outside the region or foreign images', async () => {
    const id = await insertListing(ctx.db, seller.id);
    const caller = callerOf(ctx, seller);
    const before = await caller.byId({ id });
    const foreign = await insertImage(ctx.db, other.id);
    await expect(caller.update({ ...chair, id, location: 'Boston, MA' })).rejects.toMatchObject({
      cause: { issues: [{ path: 'location' }] },
    });
    await expect(caller.update({ ...chair, id, images: [foreign] })).rejects.toEqual(
      refusal('images'),
    );
    expect(await caller.byId({ id })).toEqual(before);
  });

  it('is refused to everybody but the seller, even to admins', async () => {
    const id = await insertListing(ctx.db, seller.id);
    const admin = await createTestUser(ctx.db, { isAdmin: true });
    const refused = failure('FORBIDDEN', 'You can only edit your own listings');
    for (const user of [other, admin]) {
      await expect(callerOf(ctx, user).update({ ...chair, id })).rejects.toEqual(refused);
      await expect(callerOf(ctx, user).remove({ id })).rejects.toEqual(refused);
    }
    expect((await callerOf(ctx).byId({ id })).title).toBe('Plain chair');
  });

  it.each([randomUUID(), 'no-id', '', "' or 1=1"])('finds no listing %j', async (id) => {
    const missing = failure('NOT_FOUND', 'Listing not found');
    await expect(callerOf(ctx, seller).update({ ...chair, id })).rejects.toEqual(missing);
    await expect(callerOf(ctx, seller).remove({ id })).rejects.toEqual(missing);
    await expect(callerOf(ctx, seller).byId({ id })).rejects.toEqual(missing);
  });

  it('does not lift a flag', async () => {
    const flagged = { isActive: false, flaggedAt: new Date(), flagReason: 'Policy violation' };
    const id = await insertListing(ctx.db, seller.id, flagged);
    const edited = await callerOf(ctx, seller).update({ ...chair, id });
    expect(edited).toMatchObject({ title: 'Oak chair', isActive: false });
    expect(await rowOf(id)).toMatchObject(flagged);
    await expect(callerOf(ctx).byId({ id })).rejects.toEqual(
      failure('NOT_FOUND', 'Listing not found'),
    );
  });
});

describe('deleting', () => {
  it('hides the listing from everybody, and cannot be repeated', async () => {
    const id = await insertListing(ctx.db, seller.id);
    const admin = await createTestUser(ctx.db, { isAdmin: true });
    await callerOf(ctx, seller).remove({ id });
    const missing = failure('NOT_FOUND', 'Listing not found');
    for (const user of [undefined, seller, admin]) {
      await expect(callerOf(ctx, user).byId({ id })).rejects.toEqual(missing);
    }
    await expect(callerOf(ctx, seller).remove({ id })).rejects.toEqual(missing);
    await expect(callerOf(ctx, seller).update({ ...chair, id })).rejects.toEqual(missing);
    expect(await rowOf(id)).toMatchObject({ visible: false });
  });

  it('wins over an edit at the same time, whichever comes first', async () => {
    const caller = callerOf(ctx, seller);
    for (let round = 0; round < 10; round++) {
      const id = await insertListing(ctx.db, seller.id);
      const [removal, edit] = await Promise.allSettled([
        caller.remove({ id }),
        caller.update({ ...chair, id }),
      ]);
      expect(removal.status).toBe('fulfilled');
      const outcome = edit.status === 'rejected' ? edit.reason.message : edit.value.id;
      expect(['Listing not found', id]).toContain(outcome);
      expect((await rowOf(id)).deletedAt).not.toBeNull();
    }
  });

  it('succeeds once, however many requests come at the same time', async () => {
    const id = await insertListing(ctx.db, seller.id);
    const tries = [1, 2, 3, 4].map(() => callerOf(ctx, seller).remove({ id }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an image that is removed as unused while a listing is created with it', () => {
  it('is refused, so that no listing has a missing image', async () => {
    const image = await insertImage(ctx.db, seller.id);
    const id = image.split('/')[2] ?? '';
    const removal = await ctx.pool.connect();
    try {
      await removal.query('begin');
      await removal.query('delete from images where id = $1', [id]);
      const creating = callerOf(ctx, seller).create({ ...chair, images: [image] });
      const [outcome] = await Promise.allSettled([
        creating,
        untilSomeoneWaits().then(() => removal.query('commit')),
      ]);
      expect(outcome).toEqual({ status: 'rejected', reason: refusal('images') });
    } finally {
      removal.release();
    }
  });
});

async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(
      ctx.db,
    );
    if (rows[0]?.waiting) return;
  }
}
