import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxDrafts } from '@marketplace/shared/listings/drafts';
import type { Session } from '../../../context.ts';
import type { AppError } from '../../../errors.ts';
import { createCaller } from '../../../router.ts';
import { contextOfUser } from '../../../test/context.ts';
import { createTestUser } from '../../../test/users.ts';
import { insertImage } from '../listings.fixtures.ts';
import { sweepImages } from '../../media/images.ts';
import { messagingContext } from '../../messaging/messaging-context.fixtures.ts';
import { sweepDrafts } from './sweep-drafts.ts';

const ctx = messagingContext();
let seller: Session['user'];

const as = (user: Session['user']) => createCaller(contextOfUser(ctx, user));
const drafts = () => as(seller).drafts;
const desk = { title: 'Oak desk', price: '25', location: 'Troy' };

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
});

const letDaysPass = (days: number) =>
  sql`update drafts set updated_at = updated_at - make_interval(days => ${days}),
    notified_at = notified_at - make_interval(days => ${days}),
    deleted_at = deleted_at - make_interval(days => ${days})
    where user_id = ${seller.id}`.execute(ctx.db);

type Refused = { cause: AppError };

const sweep = () => Promise.all([sweepDrafts(ctx), sweepDrafts(ctx)]);

async function notices() {
  const { items } = await as(seller).notifications.list({});
  return items.map(({ title, path }) => ({ title, path }));
}

describe('saving', () => {
  it('stores fields as typed, in the order of the last change', async () => {
    const draft = { ...desk, price: '1.2', details: [['Color', '']] as [string, string][] };
    const first = await drafts().save({ draft, clientId: randomUUID() });
    const second = await drafts().save({ draft: { description: 'Teak' } });
    expect(first).toEqual({ id: expect.any(String), version: 1 });
    expect(await drafts().get({ id: first.id })).toMatchObject({ ...first, draft });
    expect(await drafts().list()).toMatchObject([
      { ...second, title: '', image: null },
      { ...first, title: 'Oak desk' },
    ]);
    await drafts().save({ ...first, draft: { ...draft, price: '12' } });
    expect((await drafts().list()).map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('makes one draft of a repeated first save, and repeats no change', async () => {
    const clientId = randomUUID();
    const first = await drafts().save({ draft: desk, clientId });
    expect(await drafts().save({ draft: desk, clientId })).toEqual(first);
    const draft = { ...desk, title: 'Pine desk' };
    const changed = { id: first.id, version: 2 };
    expect(await drafts().save({ draft, clientId })).toEqual(changed);
    expect(await drafts().save({ ...first, draft })).toEqual(changed);
    expect(await drafts().list()).toHaveLength(1);
  });

  it('refuses a change of an older version with the newer draft', async () => {
    const first = await drafts().save({ draft: desk });
    await drafts().save({ ...first, draft: { ...desk, title: 'Pine desk' } });
    await expect(drafts().save({ ...first, draft: {} })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { draft: { id: first.id, version: 2, draft: { title: 'Pine desk' } } },
    });
  });

  it('refuses what is too large, other people’s photos and a missing version by field', async () => {
    const other = await createTestUser(ctx.db);
    const images = [await insertImage(ctx.db, other.id)];
    const { id } = await drafts().save({ draft: desk });
    await expect(drafts().save({ draft: { title: 'x'.repeat(1001) } })).rejects.toThrow(/title/i);
    await expect(drafts().save({ draft: { images } })).rejects.toMatchObject({
      cause: { issues: [{ path: 'draft.images' }] },
    });
    await expect(drafts().save({ id, draft: {} })).rejects.toMatchObject({
      cause: { issues: [{ path: 'version' }] },
    });
    await expect(as(other).drafts.get({ id })).rejects.toThrow('Draft not found');
    await expect(as(other).drafts.save({ id, version: 1, draft: {} })).rejects.toThrow(
      'Draft not found',
    );
    expect(await drafts().list()).toHaveLength(1);
  });

  it(`allows ${maxDrafts} drafts, also in a race`, async () => {
    const saves = Array.from({ length: maxDrafts + 3 }, () => drafts().save({ draft: desk }));
    const refused = (await Promise.allSettled(saves)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { code: 'CONFLICT', message: /limit of 50/ } });
    expect(await drafts().list()).toHaveLength(maxDrafts);
  });
});

it('lets one of two devices that save at once through, and gives its draft to the other', async () => {
  for (let round = 0; round < 10; round += 1) {
    const first = await drafts().save({ draft: { title: `Round ${round}` } });
    const [one, other] = await Promise.allSettled(
      ['Left', 'Right'].map((title) => drafts().save({ ...first, draft: { title } })),
    );
    expect([one?.status, other?.status].sort()).toEqual(['fulfilled', 'rejected']);
    const stored = await drafts().get({ id: first.id });
    expect(stored).toMatchObject({ version: 2, draft: { title: /Left|Right/ } });
    const refused = one?.status === 'rejected' ? one : other;
    expect(refused).toMatchObject({ reason: { cause: { draft: stored } } });
  }
});

describe('removing', () => {
  it('hides a draft, which a save brings back for a while', async () => {
    const first = await drafts().save({ draft: desk });
    const removed = await drafts().remove({ id: first.id });
    expect(removed).toMatchObject({ ...first, draft: desk });
    expect(await drafts().list()).toEqual([]);
    await expect(drafts().remove({ id: first.id })).rejects.toThrow('Draft not found');
    await expect(drafts().publish({ id: first.id })).rejects.toThrow('Draft not found');
    await sweep();
    const { id, version, draft } = removed;
    expect(await drafts().save({ id, version, draft })).toEqual({ id, version: 2 });
    expect(await drafts().list()).toMatchObject([{ id, title: 'Oak desk' }]);
    await drafts().remove({ id });
    await letDaysPass(1);
    await sweep();
    await expect(drafts().save({ id, version: 2, draft })).rejects.toThrow('Draft not found');
  });

  it('removes drafts without a change for 30 days, three days after a notification', async () => {
    await drafts().save({ draft: { title: 'Old desk' } });
    const { id, version } = await drafts().save({ draft: {} });
    await letDaysPass(26);
    await sweep();
    expect(await notices()).toEqual([]);
    await letDaysPass(1);
    await sweep();
    await sweep();
    const title = expect.stringMatching(/^We'll delete 2 of your drafts on [A-Z][a-z]{2} \d+$/);
    expect(await notices()).toEqual([{ title, path: '/my-listings?status=drafts' }]);
    await drafts().save({ id, version, draft: desk });
    await letDaysPass(3);
    await sweep();
    expect(await drafts().list()).toMatchObject([{ id, title: 'Oak desk' }]);
  });

  it('stores photos as long as a draft or a listing has them', async () => {
    const [image, other] = [
      await insertImage(ctx.db, seller.id),
      await insertImage(ctx.db, seller.id),
    ];
    const first = await drafts().save({ draft: { ...desk, images: [image] } });
    const second = await drafts().save({ draft: { images: [other] } });
    expect((await drafts().list()).map((row) => row.image)).toEqual([other, image]);
    const left = async () => {
      await sql`update images set created_at = now() - interval '2 days'`.execute(ctx.db);
      await sweepImages(ctx);
      const rows = ctx.db.selectFrom('images').select('id').where('ownerId', '=', seller.id);
      return (await rows.execute()).length;
    };
    expect(await left()).toBe(2);
    await drafts().publish({ id: first.id });
    await drafts().remove({ id: second.id });
    expect(await left()).toBe(2);
    await letDaysPass(1);
    await sweep();
    expect(await left()).toBe(1);
  });
});

describe('publishing', () => {
  it('posts one listing in any number of calls from two devices, and deletes the draft', async () => {
    for (let round = 0; round < 5; round += 1) {
      const details: [string, string][] = [
        ['Color', 'Brown'],
        [' ', ''],
      ];
      const draft = { ...desk, title: `Oak desk ${round}`, description: `No. ${round}`, details };
      const { id } = await drafts().save({ draft });
      const publish = () => drafts().publish({ id, clientId: randomUUID() });
      const posted = await Promise.all([publish(), publish(), publish()]);
      expect(new Set(posted.map((listing) => listing.id)).size).toBe(1);
      expect(posted[0]).toMatchObject({ title: draft.title, details: { Color: 'Brown' } });
      expect(await publish()).toEqual(posted[0]);
    }
    expect(await drafts().list()).toEqual([]);
    expect((await as(seller).listings.mine({})).counts.all).toBe(5);
  });

  it('names the fields that a listing cannot have, and keeps the draft', async () => {
    const { id } = await drafts().save({ draft: { price: '-1', location: 'Troy' } });
    await expect(drafts().publish({ id })).rejects.toMatchObject({
      cause: { issues: [{ path: 'title' }, { path: 'price' }] },
    });
    const { id: outside } = await drafts().save({ draft: { ...desk, location: 'Boston, MA' } });
    await expect(drafts().publish({ id: outside })).rejects.toMatchObject({
      cause: { issues: [{ path: 'location' }] },
    });
    expect(await drafts().list()).toHaveLength(2);
  });

  it('posts what the form has instead of its draft, unless another device changed the draft', async () => {
    const first = await drafts().save({ draft: desk });
    const second = await drafts().save({ ...first, draft: { title: 'Pine desk' } });
    const create = (draft: typeof first, clientId: string) =>
      as(seller).listings.create({ ...desk, title: 'Elm desk', draft, clientId });
    await expect(create(first, randomUUID())).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { draft: { ...second, draft: { title: 'Pine desk' } } },
    });
    const posted = await create(second, randomUUID());
    expect(posted.title).toBe('Elm desk');
    expect(await drafts().list()).toEqual([]);
    expect(await create(second, randomUUID())).toEqual(posted);
    expect(await drafts().publish({ id: first.id })).toEqual(posted);
    await expect(drafts().save({ ...second, draft: desk })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { listing: { id: posted.id, title: 'Elm desk' } },
    });
  });

  it('posts the saved content or refuses with it while another device saves', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = await drafts().save({ draft: { ...desk, title: `Desk ${round}` } });
      const changed = { ...desk, title: `Table ${round}` };
      const [saved, posted] = await Promise.allSettled([
        drafts().save({ ...first, draft: changed }),
        drafts().publish({ id: first.id }),
      ]);
      // The refusal of the second call contains the result of the first.
      const known =
        posted.status === 'rejected'
          ? (posted.reason as Refused).cause.draft?.draft.title
          : saved.status === 'fulfilled'
            ? posted.value.title
            : (saved.reason as Refused).cause.listing?.id;
      const expected = posted.status === 'fulfilled' && saved.status === 'rejected';
      expect(known).toBe(expected ? posted.value.id : changed.title);
    }
  });
});
