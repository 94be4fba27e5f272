import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createToken } from '../../features/tokens/tokens.ts';
import { unsubscribeUrl } from '../../features/notifications/preferences.ts';
import { adminRows } from './admin-rows.ts';
import { factorRows } from './factor-rows.ts';
import { handoverRows } from './handover-rows.ts';
import { listingRows } from './listing-rows.ts';
import { everybody, signedIn } from './statuses.ts';
import {
  as,
  decisionToken,
  flaggedListing,
  listingWithLine,
  newDecision,
  openOffer,
  pendingSignIn,
  reservedListing,
  type Row,
  savedSearch,
  stagedPicture,
  unsentPhotos,
  type World,
} from './world.ts';

const report = { reason: 'spam' } as const;
const order = { delivery: 'pickup', amount: '25.00', currency: 'USD', intent: 'CAPTURE' };
const offer = () => ({ clientId: randomUUID(), amount: '20.00' });
const text = (content: string) => ({ clientId: randomUUID(), content });

/** Creates the push subscription of a browser. Nothing is sent there. */
export const browserSubscription = () => ({
  endpoint: `https://push.example.com/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
});

/** The input of a webhook. Nothing is sent there. */
export const webhook = { url: 'https://hooks.example.com/', events: ['message.received'] };

/** Returns the id of the owner's webhook, and creates it the first time. */
export async function ownWebhook(world: World): Promise<{ id: string }> {
  const { webhooks } = as(world, world.owner);
  const [known] = await webhooks.list();
  return { id: (known ?? (await webhooks.create(webhook as never))).id };
}

/** Returns the token in the link that ends the owner's emails. */
export function unsubscribeToken({ ctx, owner }: World): string {
  return new URL(unsubscribeUrl(ctx, owner.id)).searchParams.get('token') ?? '';
}

/** Statuses of calls about a conversation: only its two people know that it exists. */
const members = signedIn(404, { owner: 200, other: 200 });

/**
 * Every procedure, with the status of each role for a valid input about the owner's things. Words
 * after a name tell several cases of a procedure apart.
 */
export const procedureRows: Record<string, Row<unknown>> = {
  'account.deleteAccount': [
    signedIn(400, { owner: 200 }),
    ({ owner }) => ({ email: owner.user.email }),
  ],
  'account.exportData': [signedIn(200)],
  'account.forgetDevice': [signedIn(404, { owner: 200 }), ({ deviceId }) => ({ id: deviceId })],
  'account.profile': [everybody(200), ({ owner }) => ({ id: owner.id })],
  'account.profile of somebody deactivated': [
    everybody(404),
    ({ deactivated }) => ({ id: deactivated.id }),
  ],
  'account.revokeSession': [signedIn(404, { owner: 200 }), ({ sessionId }) => ({ id: sessionId })],
  'account.sessions': [signedIn(200)],
  'account.settings': [signedIn(200)],
  'account.signIns': [signedIn(200), () => ({})],
  'account.signOutEverywhere': [signedIn(200)],
  'account.standing': [signedIn(200)],
  'account.update': [signedIn(200), () => ({ showPresence: false })],
  'account.update with a picture of the owner’s': [
    signedIn(400, { owner: 200 }),
    ({ imageId }) => ({ avatarImage: `/media/${imageId}/1280.webp` }),
  ],
  ...adminRows,
  ...factorRows,
  'auth.me': [everybody(200)],
  'auth.sendCode': [everybody(200), () => ({ email: `${randomUUID()}@private.example` })],
  'auth.signOut': [everybody(200), () => ({})],
  'auth.verify': [everybody(200), (world) => pendingSignIn(world)],
  'deals.forConversation': [members, ({ conversationId }) => ({ conversationId })],
  'deals.joinLine': [signedIn(200, { owner: 409, other: 409 }), reservedListing],
  'deals.leaveLine': [signedIn('nothing', { other: 200 }), listingWithLine],
  'deals.line': [signedIn(200), ({ listingId }) => ({ listingId })],
  'deals.makeOffer': [
    signedIn(404, { owner: 403, other: 200 }),
    ({ conversationId }) => ({ conversationId, ...offer() }),
  ],
  'deals.makeOffer about a listing': [
    signedIn(200, { owner: 403 }),
    ({ listingId }) => ({ listingId, ...offer() }),
  ],
  'deals.release': [signedIn(403, { owner: 200, other: 200 }), reservedListing],
  'deals.release of what is not reserved': [
    signedIn(403, { owner: 409 }),
    ({ listingId }) => ({ listingId }),
  ],
  'deals.reserve': [
    signedIn(404, { owner: 200, other: 403 }),
    ({ conversationId }) => ({ conversationId }),
  ],
  'deals.respondToOffer': [
    signedIn(404, { owner: 200, other: 403 }),
    async (world) => ({ ...(await openOffer(world)), answer: 'accept' }),
  ],
  'deals.withdrawOffer': [signedIn(404, { owner: 403, other: 200 }), (world) => openOffer(world)],
  'favorites.add': [signedIn(200, { owner: 400 }), ({ listingId }) => ({ listingId })],
  'favorites.add of a flagged one': [
    signedIn(404),
    async (world) => ({ listingId: await flaggedListing(world) }),
  ],
  'favorites.ids': [signedIn(200)],
  'favorites.list': [signedIn(200), () => ({})],
  'favorites.merge': [signedIn(200), ({ listingId }) => ({ listingIds: [listingId] })],
  'favorites.remove': [signedIn('nothing'), ({ listingId }) => ({ listingId })],
  ...handoverRows,
  'hidden.add': [signedIn(200, { owner: 400 }), ({ listingId }) => ({ listingId })],
  'hidden.add of a flagged one': [
    signedIn(404),
    async (world) => ({ listingId: await flaggedListing(world) }),
  ],
  'hidden.add of a seller': [
    signedIn(200, { owner: 400 }),
    ({ owner }) => ({ sellerId: owner.id }),
  ],
  'hidden.list': [signedIn(200)],
  'hidden.remove': [signedIn('nothing'), ({ listingId }) => ({ listingId })],
  ...listingRows,
  'messaging.acceptRequest': [members, ({ conversationId }) => ({ conversationId })],
  'messaging.archive': [members, ({ conversationId }) => ({ conversationId, archived: true })],
  'messaging.block': [signedIn(200, { owner: 400 }), ({ owner }) => ({ userId: owner.id })],
  'messaging.blocked': [signedIn(200)],
  'messaging.conversation': [members, ({ conversationId }) => ({ conversationId })],
  'messaging.conversations': [signedIn(200), () => ({})],
  'messaging.events': [signedIn(200), () => ({ lastEventId: '0' })],
  'messaging.history': [members, ({ conversationId }) => ({ conversationId })],
  'messaging.markRead': [members, ({ conversationId }) => ({ conversationId, upToSeq: 2 })],
  'messaging.openConversation': [signedIn(200, { owner: 400 }), ({ listingId }) => ({ listingId })],
  'messaging.presence': [signedIn(200)],
  'messaging.search': [signedIn(200), () => ({ query: 'lamp' })],
  'messaging.send': [members, ({ conversationId }) => ({ conversationId, ...text('Hello') })],
  'messaging.sendByListing': [
    signedIn(200, { owner: 400 }),
    ({ listingId, owner }) => ({ listingId, receiverId: owner.id, ...text('Hello') }),
  ],
  // The photo is the owner's.
  'messaging.sendPhotos': [signedIn(404, { owner: 200, other: 400 }), unsentPhotos],
  'messaging.setTyping': [members, ({ conversationId }) => ({ conversationId })],
  'messaging.unblock': [signedIn('nothing', { owner: 400 }), ({ owner }) => ({ userId: owner.id })],
  'messaging.unreadCount': [signedIn(200)],
  'moderation.appeal': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ decisionId: await newDecision(world), text: 'This is a mistake.' }),
  ],
  'moderation.appealByLink': [
    everybody(200),
    async (world) => ({ ...(await decisionToken(world)), text: 'This is a mistake.' }),
  ],
  'moderation.decisionByLink': [everybody(200), decisionToken],
  'moderation.decisions': [signedIn(200), () => ({})],
  'moderation.resubmit': [
    signedIn(403, { owner: 200 }),
    async (world) => ({ id: await flaggedListing(world), title: 'A fixed one', price: '5' }),
  ],
  'moderation.publicFigures': [everybody(200)],
  'moderation.report': [
    signedIn(200, { owner: 400 }),
    ({ listingId }) => ({ targetType: 'listing', targetId: listingId, ...report }),
  ],
  'moderation.report of a message': [
    signedIn(404, { owner: 200, other: 400 }),
    ({ messageId }) => ({ targetType: 'message', targetId: messageId, ...report }),
  ],
  'moderation.report of a review': [
    signedIn(200, { other: 400 }),
    ({ reviewId }) => ({ targetType: 'review', targetId: reviewId, ...report }),
  ],
  'moderation.report of a user': [
    signedIn(200, { owner: 400 }),
    ({ owner }) => ({ targetType: 'user', targetId: owner.id, ...report }),
  ],
  'notifications.list': [signedIn(200), () => ({})],
  'notifications.markRead': [
    signedIn('nothing', { owner: 200 }),
    ({ notificationId }) => ({ ids: [notificationId] }),
  ],
  'notifications.preferences': [signedIn(200)],
  'notifications.unreadCount': [signedIn(200)],
  'notifications.unsubscribe': [everybody(200), (world) => ({ token: unsubscribeToken(world) })],
  'notifications.updatePreferences': [signedIn(200), () => ({ messages: false })],
  'reviews.mine': [signedIn(200), ({ listingId }) => ({ listingId })],
  'reviews.ofSeller': [everybody(200), ({ owner }) => ({ sellerId: owner.id })],
  // PayPal is not configured, so allowed callers get a 503.
  'payments.capture': [signedIn(503), () => ({ orderId: 'ORDER1' })],
  'payments.createOrder': [signedIn(503), ({ listingId }) => ({ listingId, ...order })],
  'payments.orders': [signedIn(200), () => ({})],
  'payments.refresh': [signedIn(503)],
  'payments.sales': [signedIn(200), () => ({})],
  'payments.setup': [signedIn(503)],
  'push.publicKey': [signedIn(200)],
  'push.settings': [signedIn(200)],
  'push.subscribe': [signedIn(200), browserSubscription],
  'push.unsubscribe': [signedIn(200)],
  'push.update': [signedIn(409), () => ({ details: true })],
  'reviews.remove': [signedIn(403, { other: 200 }), ({ reviewId }) => ({ reviewId })],
  'reviews.reply': [
    signedIn(403, { owner: 200 }),
    ({ reviewId }) => ({ reviewId, reply: 'Thank you' }),
  ],
  'reviews.submit': [
    signedIn(200, { owner: 400 }),
    ({ owner, listingId }) => ({ sellerId: owner.id, listingId, rating: 5 }),
  ],
  'searches.create': [signedIn(200), () => ({ filter: { search: 'desk' }, frequency: 'daily' })],
  'searches.create to follow the owner': [
    signedIn(200, { owner: 400 }),
    ({ owner }) => ({ filter: { sellerId: owner.id }, frequency: 'instant' }),
  ],
  'searches.followers': [signedIn(200)],
  'searches.list': [signedIn(200)],
  'searches.newMatches': [everybody(200), () => ({ filter: { search: 'desk' } })],
  'searches.remove': [signedIn(404, { owner: 200 }), savedSearch],
  'searches.update': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ ...(await savedSearch(world)), paused: true }),
  ],
  'searches.waiting': [
    signedIn(200),
    () => ({ draft: { title: 'Desk', price: '25', location: 'Troy' } }),
  ],
  'tokens.create': [signedIn(200), () => ({ name: 'Script', scope: 'read' })],
  'tokens.list': [signedIn(200)],
  'tokens.revoke': [
    signedIn(404, { owner: 200 }),
    async ({ ctx, owner }) => ({
      id: (await createToken(ctx, owner.id, { name: 'Script', scope: 'read' })).id,
    }),
  ],
  'uploads.create': [signedIn(200), () => ({ fileName: 'a.jpg', contentType: 'image/jpeg' })],
  'uploads.register': [signedIn(404, { owner: 200 }), stagedPicture],
  'uploads.register of a photo for a message': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ ...(await stagedPicture(world)), purpose: 'message' }),
  ],
  'webhooks.create': [signedIn(200), () => webhook],
  'webhooks.deliveries': [signedIn(404, { owner: 200 }), ownWebhook],
  'webhooks.list': [signedIn(200)],
  'webhooks.remove': [signedIn(404, { owner: 200 }), ownWebhook],
  'webhooks.test': [signedIn(404, { owner: 200 }), ownWebhook],
  'webhooks.update': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ ...(await ownWebhook(world)), enabled: false }),
  ],
};
