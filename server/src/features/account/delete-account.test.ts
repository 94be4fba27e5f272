import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageObjectKey, imagePath } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCaller } from '../../router.ts';
import { findSession, startSession } from '../auth/sessions.ts';
import { renewTrustedDevice, trustDevice } from '../auth/trusted-devices.ts';
import { sweepImages } from '../media/images.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { notify } from '../notifications/notifications.ts';
import { peopleOf, text } from './account.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let hub: RecordingHub;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  ctx = createTestContext(database, { hub });
  people = peopleOf(ctx);
});
afterAll(() => database.close());

it('requires the user’s email address, in upper or lower case', async () => {
  const [user, other] = await people.twoPeople();
  await expect(people.as(user).account.deleteAccount({ email: other.email })).rejects.toMatchObject(
    {
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'email' }] },
    },
  );
  await people.as(user).account.deleteAccount({ email: ` ${user.email.toUpperCase()} ` });
  await expect(people.as(other).account.profile({ id: user.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('ends sessions and device trust, and clears the cookies', async () => {
  const { db, secrets } = ctx;
  const user = await createTestUser(db);
  const of = { userId: user.id, userAgent: 'Test' };
  const session = await startSession(db, secrets, of);
  const { token: device } = await trustDevice(db, secrets, of);
  const context = contextOfUser(ctx, user, { cookies: { session: session.token, device } });
  await createCaller(context).account.deleteAccount({ email: user.email });
  expect(await findSession(ctx, session.token)).toBeNull();
  expect(
    await renewTrustedDevice(db, secrets, { token: device, email: user.email, userAgent: 'Test' }),
  ).toBeNull();
  expect(hub.closedSessions).toContain(session.id);
  expect(hub.adminEvents).toContainEqual({ type: 'userChanged', userId: user.id });
  expect(context.cookies).toEqual({});
});

it('leaves messages to others as from Deleted user in a read-only conversation', async () => {
  const [user, other] = await people.twoPeople();
  const sold = await people.talk(other, user);
  const bought = await people.talk(user, other);
  hub.woken.length = 0;
  await people.remove(user);
  expect(hub.woken.filter((id) => id === other.id)).toHaveLength(2);
  const { items } = await people.as(other).messaging.conversations({});
  expect(items.map(({ id }) => id).sort()).toEqual([sold.id, bought.id].sort());
  for (const item of items) {
    expect(item).toMatchObject({
      readOnly: true,
      lastMessage: 'It is.',
      listingTitle: 'Oak table',
      otherParticipants: [
        { displayName: 'Deleted user', email: '', profileImageUrl: null, lastSeenAt: null },
      ],
    });
    const { items: messages } = await people
      .as(other)
      .messaging.history({ conversationId: item.id });
    expect(messages).toHaveLength(2);
    await expect(
      people.as(other).messaging.send({ conversationId: item.id, ...text('Hello?') }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  const events = await ctx.db
    .selectFrom('feedEvents')
    .select(['type', 'data'])
    .where('userId', '=', other.id)
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  expect(events.map(({ type }) => type)).toEqual(['conversation', 'conversation']);
});

it('removes listings, and pictures with their files', async () => {
  const { db, objects } = ctx;
  const [user, other] = await people.twoPeople();
  const image = await db
    .insertInto('images')
    .values({ ownerId: user.id, width: 1, height: 1, byteSize: 5, placeholder: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = imageObjectKey(image.id, 1280);
  await objects.put(key, Buffer.from('bytes'));
  const listingId = await createTestListing(db, user.id, {
    description: 'Ring at 12 Elm Street',
    location: 'Troy, NY',
  });
  await db
    .insertInto('listingImages')
    .values({ listingId, imageId: image.id, position: 0 })
    .execute();
  await people.as(user).account.update({ avatarImage: imagePath(image.id, 1280) });
  await people.remove(user);
  await expect(people.as(other).listings.byId({ id: listingId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const job = await database.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'sweepImages'`,
  );
  expect(job.rowCount).toBe(1);
  await sweepImages(ctx);
  expect(await objects.get(key)).toBeNull();
  const left = await db.selectFrom('images').select('id').where('id', '=', image.id).execute();
  expect(left).toEqual([]);
});

it('leaves reviews after a conversation, without a name and with the same rating', async () => {
  const [user, seller] = await people.twoPeople();
  const { listingId } = await people.talk(user, seller);
  const review = { sellerId: seller.id, listingId, rating: 2, comment: 'Late' };
  await people.as(user).reviews.submit(review);
  await people.remove(user);
  const { items, summary } = await people.as(seller).reviews.ofSeller({ sellerId: seller.id });
  expect(items).toMatchObject([
    { rating: 2, comment: 'Late', reviewer: { id: null, displayName: 'Deleted user' } },
  ]);
  expect(summary).toMatchObject({ mean: 2, count: 1 });
  expect(await people.as(seller).account.profile({ id: seller.id })).toMatchObject({
    sellerRating: 2,
  });
});

it('leaves no row that identifies the user', async () => {
  const { db } = ctx;
  const [user, other] = await people.twoPeople();
  const { lastName = '' } = await db
    .selectFrom('users')
    .select('lastName')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const { id, listingId } = await people.talk(other, user);
  const theirs = await people.talk(user, other);
  await people.as(user).messaging.block({ userId: other.id });
  await people.as(user).hidden.add({ sellerId: other.id });
  await people.as(user).drafts.save({ draft: { location: 'Valley Falls' } });
  await people.as(other).reviews.submit({ sellerId: user.id, listingId, rating: 3 });
  await people
    .as(user)
    .reviews.submit({ sellerId: other.id, listingId: theirs.listingId, rating: 5 });
  const { items } = await people.as(other).reviews.ofSeller({ sellerId: user.id });
  await people.as(user).reviews.reply({ reviewId: items[0]?.id ?? '', reply: 'Thank you' });
  await notify(db, {
    userId: other.id,
    groupKey: `conversation:${id}`,
    type: 'message',
    data: { conversationId: id, name: `Gerda ${lastName}`, listingTitle: 'Oak table' },
  });
  await people
    .as(user)
    .moderation.report({ targetType: 'user', targetId: other.id, reason: 'spam' });
  const visitor = createCaller(testContext(ctx));
  await visitor.auth.sendCode({ email: user.email });
  await db
    .insertInto('auditLog')
    .values({ actorId: user.id, action: 'user.update', targetType: 'user' })
    .execute();
  await people
    .as(other)
    .moderation.report({ targetType: 'user', targetId: user.id, reason: 'spam' });
  await people.remove(user);

  const { rows } = await database.pool.query<{ table_name: string; column_name: string }>(`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb')`);
  for (const { table_name: table, column_name: column } of rows) {
    const found = await database.pool.query(
      `select from ${table} where ${column}::text ilike any ($1)`,
      [[`%${user.email}%`, `%${lastName}%`, '%Valley Falls%']],
    );
    expect({ table, column, found: found.rowCount }).toEqual({ table, column, found: 0 });
  }
  const gone = [
    ...(['sessions', 'notifications', 'feeds', 'feedEvents'] as const),
    ...(['favorites', 'hiddenListings', 'drafts'] as const),
  ] as const;
  for (const table of gone) {
    const left = await db
      .selectFrom(table)
      .select('userId')
      .where('userId', '=', user.id)
      .execute();
    expect({ table, left }).toEqual({ table, left: [] });
  }
  expect(await people.as(other).messaging.blocked()).toEqual({ items: [] });
  const reporters = await db
    .selectFrom('reports')
    .select('id')
    .where('reporterId', '=', user.id)
    .execute();
  expect(reporters).toEqual([]);
});

it('drops queued email to the address, and no other email', async () => {
  const [user, other] = await people.twoPeople();
  const waiting = async () =>
    (
      await database.pool.query<{ key: string }>(
        `select key from graphile_worker.jobs where task_identifier = 'sendMail' and key like 'test-%'`,
      )
    ).rows.map(({ key }) => key);
  for (const [key, { email }] of Object.entries({ 'test-a': user, 'test-b': other })) {
    const mail = { to: email, subject: 'News', text: 'News', html: 'News', key };
    await queueMail(ctx.db, ctx.secrets, mail);
  }
  await people.remove(user);
  expect(await waiting()).toEqual(['test-b']);
});

it('lets the address sign up again as a new user', async () => {
  const { db } = ctx;
  const [user, other] = await people.twoPeople();
  const { id } = await people.talk(user, other);
  await people.remove(user);
  const again = await createTestUser(db, { email: user.email });
  expect((await people.as(again).messaging.conversations({})).items).toEqual([]);
  await expect(people.as(again).messaging.history({ conversationId: id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('does not recreate the feed, whatever others do in the old conversation', async () => {
  const [user, other] = await people.twoPeople();
  const { id } = await people.talk(user, other);
  const message = { conversationId: id, ...text('Bye.') };
  const { id: targetId } = await people.as(user).messaging.send(message);
  await people.as(other).moderation.report({ targetType: 'message', targetId, reason: 'spam' });
  await people.remove(user);
  await people.as(other).messaging.markRead({ conversationId: id, upToSeq: 3 });
  const admin = people.as(await createTestUser(ctx.db, { isAdmin: true }));
  const caseId = (await admin.admin.reports({})).items.find((one) => one.targetId === targetId)!.id;
  await admin.admin.resolveReport({ caseId, decision: 'delete', reason: 'Spam' });
  for (const table of ['feeds', 'feedEvents'] as const) {
    const rows = await ctx.db.selectFrom(table).select('userId').where('userId', '=', user.id);
    expect(await rows.execute()).toEqual([]);
  }
});
