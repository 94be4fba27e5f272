import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imageUrlAtWidth, parsePhotoPath, photoObjectKey } from '@marketplace/shared/media/urls';
import { photoDays } from '@marketplace/shared/messaging/constants';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../test/server.ts';
import { newStagedKey } from '../media/staged-uploads.ts';
import { sweepImages } from '../media/images.ts';
import { jpegWithGps, metadataOf } from '../media/images.fixtures.ts';
import { sweepEvidence } from '../moderation/evidence.ts';
import { newApiToken } from '../tokens/tokens.fixtures.ts';
import { createTestListing, photos, uploadPhoto } from './messaging.fixtures.ts';

type Person = SignedIn & { user: Session['user'] };

let database: TestDatabase;
let server: TestServer;
let ctx: AppContext;
let seller: Person;
let buyer: Person;
let stranger: Person;
let admin: Person;
let conversationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  ctx = server.ctx;
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  [seller, buyer, stranger, admin] = await Promise.all([
    person(),
    person(),
    person(),
    person({ isAdmin: true }),
  ]);
  const listingId = await createTestListing(ctx.db, seller.id);
  ({ id: conversationId } = await as(buyer).messaging.openConversation({ listingId }));
});

async function person({ isAdmin = false } = {}): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const signedIn = await server.signedIn({ email, username: randomUUID().slice(0, 20), isAdmin });
  return { ...signedIn, user: { id: signedIn.id, email, isAdmin, membershipTier: 'free' } };
}

const as = ({ user }: Person) => createCaller(contextOfUser(ctx, user));
const send = (from: Person, images: string[]) =>
  as(from).messaging.sendPhotos({ conversationId, ...photos(...images) });

/** Sends a message with one photo as the buyer. */
async function sentPhoto() {
  const message = await send(buyer, [await uploadPhoto(ctx, buyer)]);
  const [image] = (message.data as EntryOf<'photo'>['data']).images;
  if (!image) throw new Error('no photo');
  return { message, image };
}

async function statusFor(url: string, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(server.url + url, { headers })).status;
}
const statusOf = (url: string, { cookie }: SignedIn) => statusFor(url, { cookie });

async function objectsOf(path: string): Promise<boolean> {
  const object = await ctx.objects.get(photoObjectKey(parsePhotoPath(path) ?? '', 320));
  object?.body.destroy();
  return object !== null;
}

describe('sending', () => {
  it('puts up to five photos into one message whose text counts them', async () => {
    const images = await Promise.all(Array.from({ length: 5 }, () => uploadPhoto(ctx, buyer)));
    const message = await send(buyer, images);
    expect(message).toMatchObject({ kind: 'photo', content: 'Sent 5 photos.', seq: 1 });
    expect(message.data).toEqual({
      images: images.map((url) => ({ id: parsePhotoPath(url), url, width: 64, height: 48 })),
    });
    const { items } = await as(seller).messaging.history({ conversationId });
    expect(items).toEqual([{ ...message, isRead: false }]);
    const one = await send(seller, [await uploadPhoto(ctx, seller)]);
    expect(one.content).toBe('Sent a photo.');
    const sixth = [...images, await uploadPhoto(ctx, buyer)];
    await expect(send(buyer, sixth)).rejects.toThrow('Send 1 to 5 photos.');
    await expect(send(buyer, [])).rejects.toThrow('Send 1 to 5 photos.');
  });

  it('stores a photo once when the same client id is sent several times at once', async () => {
    const input = { conversationId, ...photos(await uploadPhoto(ctx, buyer)) };
    const tries = Array.from({ length: 5 }, () => as(buyer).messaging.sendPhotos(input));
    const messages = await Promise.all(tries);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    const { items } = await as(buyer).messaging.history({ conversationId });
    expect(items).toHaveLength(1);
    await expect(send(buyer, input.images)).rejects.toThrow('photos that you uploaded');
  });

  it("accepts only the sender's chat photos, and no chat photo as a listing photo or avatar", async () => {
    const key = newStagedKey(buyer.id, 'chair.jpg');
    await ctx.objects.put(key, await jpegWithGps(64, 48));
    const listed = await as(buyer).uploads.register({ imageURL: key });
    const own = await uploadPhoto(ctx, buyer);
    const refused = { message: 'You can only send photos that you uploaded for this message.' };
    for (const image of [
      listed.objectPath,
      listed.objectPath.replace('/media/', '/media/chat/'),
      await uploadPhoto(ctx, seller),
      `/media/chat/${randomUUID()}/1280.webp`,
      'https://example.com/photo.webp',
    ]) {
      await expect(send(buyer, [own, image])).rejects.toMatchObject(refused);
    }
    await expect(send(buyer, [own, own])).rejects.toThrow('Send each photo only once.');
    const ofListing = own.replace('/media/chat/', '/media/');
    const listing = { title: 'Chair', price: '5.00', location: 'Troy' };
    for (const image of [own, ofListing]) {
      const posting = as(buyer).listings.create({ ...listing, images: [image] });
      await expect(posting).rejects.toThrow('images you uploaded');
      const picturing = as(buyer).account.update({ avatarImage: image });
      await expect(picturing).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    await expect(send(buyer, [own])).resolves.toMatchObject({ kind: 'photo' });
  });

  it('is refused to strangers, and when one of the two blocks the other', async () => {
    const theirs = [await uploadPhoto(ctx, stranger)];
    await expect(send(stranger, theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await as(seller).messaging.block({ userId: buyer.id });
    const own = [await uploadPhoto(ctx, buyer)];
    await expect(send(buyer, own)).rejects.toThrow(texts.messageUndeliverable);
    const input = { conversationId, ...photos(...own), senderId: seller.id };
    await expect(as(buyer).messaging.sendPhotos(input)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await as(seller).messaging.unblock({ userId: buyer.id });
    await expect(send(buyer, own)).resolves.toMatchObject({ seq: 1 });
  });
});

describe('seeing', () => {
  it('is allowed only to the two people, by session or token', async () => {
    const { image } = await sentPhoto();
    for (const one of [buyer, seller]) {
      for (const width of [320, 640, 1280] as const) {
        expect(await statusOf(imageUrlAtWidth(image.url, width), one)).toBe(200);
      }
      const token = await newApiToken(ctx, one.id, 'read');
      expect(await statusFor(image.url, { authorization: `Bearer ${token}` })).toBe(200);
    }
    expect(await statusFor(image.url)).toBe(403);
    expect(await statusOf(image.url, stranger)).toBe(403);
    expect(await statusOf(image.url, admin)).toBe(403);
    const token = await newApiToken(ctx, stranger.id, 'write');
    expect(await statusFor(image.url, { authorization: `Bearer ${token}` })).toBe(403);
    expect(await statusFor(image.url, { authorization: 'Bearer nothing' })).toBe(401);
    // The address of public images does not serve it.
    expect(await statusOf(image.url.replace('/media/chat/', '/media/'), buyer)).toBe(404);
    // Not even the sender can open an unsent photo.
    expect(await statusOf(await uploadPhoto(ctx, buyer), buyer)).toBe(403);
  });

  it('is checked on every request, and the photo has no GPS data and no public address', async () => {
    const { image } = await sentPhoto();
    const answer = await fetch(server.url + image.url, { headers: { cookie: buyer.cookie } });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const file = Buffer.from(await answer.arrayBuffer());
    expect(await metadataOf(file)).toEqual({ hasExif: false, hasGps: false });
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect(await statusFor(image.url, { ...known, cookie: buyer.cookie })).toBe(304);
    expect(await statusFor(image.url, { ...known, cookie: stranger.cookie })).toBe(403);
    const stored = await ctx.objects.get(photoObjectKey(image.id, 1280));
    expect(stored && (await buffer(stored.body))).toEqual(file);
  });

  it('remains possible after one of the two blocks the other', async () => {
    const { image } = await sentPhoto();
    await as(seller).messaging.block({ userId: buyer.id });
    expect(await statusOf(image.url, buyer)).toBe(200);
    expect(await statusOf(image.url, seller)).toBe(200);
  });
});

describe('a reported photo', () => {
  async function reported() {
    const { message, image } = await sentPhoto();
    await as(seller).moderation.report({
      ...{ targetType: 'message', targetId: message.id, reason: 'scam' },
    });
    const { items } = await as(admin).admin.reports({ status: 'open' });
    const found = items.find(({ targetId }) => targetId === message.id);
    if (!found) throw new Error('no case');
    await ctx.db.deleteFrom('auditLog').execute();
    return { message, image, caseId: found.id, evidence: found.reports[0]?.evidence };
  }

  it('is evidence that admins can open with their session, recorded in the audit log', async () => {
    const { message, image, evidence } = await reported();
    const { kind, data, content } = message;
    expect(evidence).toMatchObject({ kind, data, content });
    expect(await statusOf(image.url, admin)).toBe(200);
    const log = await ctx.db.selectFrom('auditLog').selectAll().execute();
    expect(log).toMatchObject([
      { actorId: admin.id, action: 'conversation.read', targetId: conversationId },
    ]);
    const token = await newApiToken(ctx, admin.id, 'write');
    expect(await statusFor(image.url, { authorization: `Bearer ${token}` })).toBe(403);
    expect(await statusOf(image.url, stranger)).toBe(403);
  });

  it('is hidden from the two people after a moderator removes it, until that is undone', async () => {
    const { message, image, caseId } = await reported();
    await as(admin).admin.resolveReport({ caseId, decision: 'delete', reason: 'Abuse' });
    expect(await statusOf(image.url, buyer)).toBe(403);
    expect(await statusOf(image.url, admin)).toBe(200);
    const history = async () => (await as(seller).messaging.history({ conversationId })).items[0];
    const removed = { content: texts.messageRemoved, kind: 'text', data: null };
    expect(await history()).toMatchObject(removed);
    const event = await ctx.db
      .selectFrom('feedEvents')
      .select(sql<object>`data -> 'message'`.as('message'))
      .where('userId', '=', seller.id)
      .where('type', '=', 'message')
      .executeTakeFirstOrThrow();
    expect(event.message).toMatchObject(removed);
    await as(admin).admin.undoDecision({ caseId });
    expect(await history()).toMatchObject({ id: message.id, kind: 'photo', data: message.data });
    expect(await statusOf(image.url, buyer)).toBe(200);
  });

  it('is stored as long as its report, even if it was removed', async () => {
    const { image, caseId } = await reported();
    await as(admin).admin.resolveReport({ caseId, decision: 'delete', reason: 'Abuse' });
    await passDays(image.id, photoDays + 1);
    await sweepImages(ctx);
    expect(await statusOf(image.url, admin)).toBe(200);
    await ctx.db
      .updateTable('moderationCases')
      .set({ decidedAt: sql<Date>`decided_at - interval '181 days'` })
      .where('id', '=', caseId)
      .execute();
    await sweepEvidence(ctx.db);
    await sweepImages(ctx);
    expect(await statusOf(image.url, admin)).toBe(403);
    expect(await objectsOf(image.url)).toBe(false);
  });
});

async function passDays(imageId: string, days: number): Promise<void> {
  await ctx.db
    .updateTable('images')
    .set({ createdAt: sql<Date>`created_at - make_interval(days => ${days})` })
    .where('id', '=', imageId)
    .execute();
}

describe('the deletion of photos', () => {
  it('happens half a year after sending, or a day after an upload that was not sent', async () => {
    const [recent, old] = [(await sentPhoto()).image, (await sentPhoto()).image];
    const unsent = await uploadPhoto(ctx, buyer);
    await passDays(recent.id, photoDays - 1);
    await passDays(old.id, photoDays + 1);
    await passDays(parsePhotoPath(unsent) ?? '', 2);
    await sweepImages(ctx);
    expect(await statusOf(recent.url, seller)).toBe(200);
    expect(await statusOf(old.url, seller)).toBe(403);
    expect(await Promise.all([recent.url, old.url, unsent].map(objectsOf))).toEqual([
      true,
      false,
      false,
    ]);
    const { items } = await as(seller).messaging.history({ conversationId });
    expect(items.map(({ content }) => content)).toEqual(['Sent a photo.', 'Sent a photo.']);
  });

  it('happens when both people have deleted their accounts, and not before', async () => {
    const { image } = await sentPhoto();
    await as(buyer).account.deleteAccount({ email: buyer.user.email });
    await sweepImages(ctx);
    expect(await statusOf(image.url, seller)).toBe(200);
    await as(seller).account.deleteAccount({ email: seller.user.email });
    await sweepImages(ctx);
    expect(await objectsOf(image.url)).toBe(false);
  });
});
