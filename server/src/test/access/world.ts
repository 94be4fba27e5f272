import { randomUUID } from 'node:crypto';
import { imageObjectKey, imagePath } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { startSession } from '../../features/auth/sessions.ts';
import { trustDevice } from '../../features/auth/trusted-devices.ts';
import { insertImage, insertListing } from '../../features/listings/listings.fixtures.ts';
import { plain } from '../../features/media/images.fixtures.ts';
import { newStagedKey } from '../../features/media/staged-uploads.ts';
import { photos, uploadPhoto } from '../../features/messaging/messaging.fixtures.ts';
import { createCaller } from '../../router.ts';
import { askForCode, openBrowser } from '../browser.ts';
import { contextOfUser } from '../context.ts';
import type { SignedIn, TestServer } from '../server.ts';
import type { Role, Statuses } from './statuses.ts';

export type Person = SignedIn & { user: Session['user'] };

/** Matches the mailbox of every person in a world, and nothing else. */
export const mailboxes = /mailbox-[a-z]+-[0-9a-f]{12}/gi;

/** The cookie of the browser that all people use. */
export const browserCookie = 'the-browser-of-the-matrix';

/** People with data in all parts of the product, on a server that they share with others. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** A row of the matrix: the status of each role, and the input. */
export type Row<Sent> = readonly [Statuses, ((world: World) => Sent | Promise<Sent>)?];

export function as({ ctx }: { ctx: AppContext }, { user }: Pick<Person, 'user'>) {
  return createCaller(contextOfUser(ctx, user));
}

async function createPerson(server: TestServer, role: Role): Promise<Person> {
  const unique = randomUUID().replaceAll('-', '').slice(-12);
  const email = `mailbox-${role}-${unique}@private.example`;
  const isAdmin = role === 'admin';
  const name = { firstName: 'Pat', lastName: role };
  const person = await server.signedIn({ email, username: `pat-${unique}`, isAdmin, ...name });
  return { ...person, user: { id: person.id, email, isAdmin, membershipTier: 'free' } };
}

async function createPeople(server: TestServer) {
  const [user, owner, other, deactivated, admin] = await Promise.all([
    createPerson(server, 'user'),
    createPerson(server, 'owner'),
    createPerson(server, 'other'),
    createPerson(server, 'deactivated'),
    createPerson(server, 'admin'),
  ]);
  await server.ctx.db
    .updateTable('users')
    .set({ deactivatedAt: new Date() })
    .where('id', '=', deactivated.id)
    .execute();
  return { user, owner, other, deactivated, admin };
}

const picture = plain(32, 32).webp().toBuffer();

/**
 * Creates the people of the matrix. The owner has a picture, a listing, another session and a
 * trusted device. The other has written about the listing, got an answer, and reviewed the owner.
 */
export async function createWorld(server: TestServer) {
  const { ctx } = server;
  const { db, secrets, objects } = ctx;
  const people = await createPeople(server);
  const { owner, other } = people;
  const imageUrl = await insertImage(db, owner.id);
  const imageId = imageUrl.split('/')[2] ?? '';
  const key = imageObjectKey(imageId, 320);
  await objects.put(key, await picture);
  const listingId = await insertListing(db, owner.id);
  await db.insertInto('listingImages').values({ listingId, imageId, position: 0 }).execute();
  await as(server, owner).account.update({ avatarImage: imageUrl });
  const { messaging, reviews } = as(server, other);
  const { id: conversationId } = await messaging.openConversation({ listingId });
  const text = (content: string) => ({ conversationId, clientId: randomUUID(), content });
  const message = await messaging.send(text('Is it still there?'));
  await as(server, owner).messaging.send(text('It is.'));
  const review = await reviews.submit({ sellerId: owner.id, listingId, rating: 4, comment: 'Ok' });
  const ofOwner = { userId: owner.id, userAgent: 'Test' };
  const device = await trustDevice(db, secrets, ofOwner);
  const { items } = await as(server, owner).notifications.list({});
  return {
    server,
    ctx,
    ...people,
    listingId,
    imageId,
    imageFile: imagePath(imageId, 320).split('/')[3] ?? '',
    conversationId,
    messageId: message.id,
    reviewId: review.id,
    notificationId: items[0]?.id ?? '',
    sessionId: (await startSession(db, secrets, ofOwner)).id,
    deviceId: device.id,
    deviceToken: device.token,
  };
}

export async function flaggedListing(world: World): Promise<string> {
  const id = await insertListing(world.ctx.db, world.owner.id);
  await as(world, world.admin).admin.flag({ id, reason: 'Not allowed' });
  return id;
}

/** Flags a new listing of the owner's, and returns the id of the decision. */
export async function newDecision(world: World): Promise<string> {
  const targetId = await flaggedListing(world);
  const { id } = await world.ctx.db
    .selectFrom('decisions')
    .select('id')
    .where('targetId', '=', targetId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the token of a link to a new decision about the owner. */
export async function decisionToken(world: World): Promise<{ token: string }> {
  const decisionId = await newDecision(world);
  return { token: world.ctx.secrets.seal({ decisionId, userId: world.owner.id }) };
}

/** Creates an appeal of the owner's against a decision that nobody of the present admins made. */
export async function newAppeal(world: World): Promise<{ caseId: string }> {
  const decisionId = await newDecision(world);
  const { db } = world.ctx;
  await db.updateTable('decisions').set({ decidedBy: null }).where('id', '=', decisionId).execute();
  await as(world, world.owner).moderation.appeal({ decisionId, text: 'This is a mistake.' });
  const { id: caseId } = await db
    .selectFrom('moderationCases')
    .select('id')
    .where('targetId', '=', decisionId)
    .executeTakeFirstOrThrow();
  return { caseId };
}

/** Creates a case about a new listing of the owner, reported by the user and the other. */
export async function newCase(
  world: World,
  state: 'open' | 'claimed' | 'decided',
): Promise<{ caseId: string }> {
  const targetId = await insertListing(world.ctx.db, world.owner.id);
  for (const reporter of [world.user, world.other]) {
    const report = { targetType: 'listing', targetId, reason: 'scam' } as const;
    await as(world, reporter).moderation.report({ ...report, comment: 'Look at this' });
  }
  const { id: caseId } = await world.ctx.db
    .selectFrom('moderationCases')
    .select('id')
    .where('targetId', '=', targetId)
    .executeTakeFirstOrThrow();
  const { admin } = as(world, world.admin);
  if (state !== 'open') await admin.claimReport({ caseId });
  if (state === 'decided') {
    await admin.resolveReport({ caseId, decision: 'flag', reason: 'Not allowed' });
  }
  return { caseId };
}

export async function openOffer(
  world: World,
  listingId = world.listingId,
): Promise<{ offerId: string }> {
  const offer = { listingId, amount: '20.00', clientId: randomUUID() };
  const { offerId } = await as(world, world.other).deals.makeOffer(offer);
  return { offerId };
}

export async function reservedListing(world: World): Promise<{ listingId: string }> {
  const { listingId, conversationId } = world;
  await as(world, world.owner).deals.reserve({ conversationId });
  return { listingId };
}

/** Creates a listing of the owner that is reserved for the user, with the other in line. */
export async function listingWithLine(world: World): Promise<{ listingId: string }> {
  const { ctx, owner, user, other } = world;
  const listingId = await insertListing(ctx.db, owner.id);
  const { id } = await as(world, user).messaging.openConversation({ listingId });
  await as(world, owner).deals.reserve({ conversationId: id });
  await as(world, other).deals.joinLine({ listingId });
  return { listingId };
}

/** Stores a picture that the owner has uploaded and not registered. */
export async function stagedPicture({ owner, ctx }: World): Promise<{ imageURL: string }> {
  const key = newStagedKey(owner.id, 'chair.jpg');
  const picture = await plain(32, 32).jpeg().toBuffer();
  await ctx.objects.put(key, picture);
  return { imageURL: key };
}

/** Uploads photos of the owner that are not sent yet. */
export async function unsentPhotos({ ctx, owner, conversationId }: World) {
  return { conversationId, ...photos(await uploadPhoto(ctx, owner)) };
}

/** Sends a photo from the owner to the other, and returns its path. */
export async function sentPhoto(world: World): Promise<string> {
  const message = await as(world, world.owner).messaging.sendPhotos(await unsentPhotos(world));
  return message.kind === 'photo' ? (message.data.images[0]?.url ?? '') : '';
}

/** Requests a code for a new person in the browser of the matrix. */
export function pendingSignIn({ ctx }: World) {
  const browser = openBrowser(ctx, { cookies: { browser: browserCookie } });
  return askForCode(ctx, browser, `new-${randomUUID()}@private.example`);
}

/** Saves a draft of the owner, ready to be published. */
export async function savedDraft(world: World) {
  const draft = { title: 'Draft desk', price: '25.00', location: 'Troy' };
  return as(world, world.owner).drafts.save({ draft });
}

export async function savedSearch(world: World) {
  const { id } = await as(world, world.owner).searches.create({
    filter: { search: 'lamp' },
    frequency: 'daily',
  });
  return { id };
}
