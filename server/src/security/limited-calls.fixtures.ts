import { plain } from '../features/media/images.fixtures.ts';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { createOrder } from '../features/payments/checkout.ts';
import { as, openOffer, stagedPicture, type World } from '../test/access/world.ts';

/**
 * A procedure or a route, its caller, and a valid input if the access matrix has no suitable one.
 */
type Call = [string, 'owner' | 'other' | 'user', ((world: World) => unknown)?];

const purchase = (listingId: string) => ({
  listingId,
  delivery: 'pickup' as const,
  amount: '10.00',
  currency: 'USD' as const,
  intent: 'CAPTURE' as const,
});
const orderOf = async ({ listingId, other, ctx }: World) => ({
  orderId: (await createOrder(ctx, other.id, purchase(listingId))).id,
});
const photo = async () => {
  const picture = await plain(32, 32).png().toBuffer();
  return { image: `data:image/png;base64,${picture.toString('base64')}` };
};
const photoForMessage = async (world: World) => ({
  ...(await stagedPicture(world)),
  purpose: 'message',
});
/** Creates another listing with each call, for limits that count a listing once. */
const another = async ({ ctx, owner }: World) => ({
  listingId: await insertListing(ctx.db, owner.id),
  receiverId: owner.id,
});
const firstWords = async (world: World) => ({
  ...(await another(world)),
  clientId: crypto.randomUUID(),
  content: 'Hello',
});
const newOffer = async (world: World) => ({
  listingId: (await another(world)).listingId,
  amount: '20.00',
  clientId: crypto.randomUUID(),
});
const counteroffer = async (world: World) => ({
  ...(await openOffer(world, (await another(world)).listingId)),
  answer: 'counter' as const,
  amount: '22.00',
});
/** Creates another listing with each call, and reserves it for the other user. */
const anotherReserved = async (world: World) => {
  const { listingId } = await another(world);
  const { id: conversationId } = await as(world, world.other).messaging.openConversation({
    listingId,
  });
  await as(world, world.owner).deals.reserve({ conversationId });
  return { listingId };
};
const sameAddress = ({ user }: World) => ({ email: `again-${user.user.email}` });

/** Lowers everyone to new accounts, which have limits of their own. */
const ofNewAccounts = ({ ctx }: World) =>
  ctx.db.updateTable('users').set({ standing: 0 }).execute();
const lamp = { title: 'Lamp', price: '5.00', location: 'Troy' };

const codesToAddress: Call[] = [
  ['auth.sendCode', 'user', sameAddress],
  ['POST /api/auth/send-code', 'user', (world) => ({ json: sameAddress(world) })],
];
const offers: Call[] = [
  ['deals.makeOffer', 'user', newOffer],
  ['deals.respondToOffer', 'owner', counteroffer],
];

const handoverCode: Call[] = [
  ['deals.confirmHandover', 'owner', ({ conversationId }) => ({ conversationId, code: '0000' })],
];

/** All rate limits, each with every call that counts against it. */
export const limited: Record<string, Call[]> = {
  block: [
    ['messaging.block', 'user'],
    ['messaging.unblock', 'user'],
  ],
  'code-address': codesToAddress,
  'code-ip': [
    ['auth.sendCode', 'user'],
    ['POST /api/auth/send-code', 'user'],
  ],
  'code-mailbox': codesToAddress,
  'conversation-of-new-account': [
    [
      'messaging.openConversation',
      'user',
      async (world) => (await ofNewAccounts(world), another(world)),
    ],
  ],
  'csp-report': [['POST /csp-reports', 'user']],
  'descriptions-of-user': [
    ['listings.describe', 'user', photo],
    ['listings.suggestDetails', 'user', async () => ({ images: [(await photo()).image] })],
    ['POST /api/generate-description', 'user', async () => ({ json: await photo() })],
  ],
  'device-sign-in': [
    ['auth.sendCode', 'owner', ({ owner }) => ({ email: owner.user.email })],
    ['POST /api/auth/send-code', 'owner', ({ owner }) => ({ json: { email: owner.user.email } })],
  ],
  export: [['account.exportData', 'owner']],
  'export-fetch': [['GET /api/account/export/:token', 'owner']],
  hide: [
    ['hidden.add', 'user'],
    ['hidden.remove', 'user'],
  ],
  favorite: [
    ['favorites.add', 'user'],
    ['favorites.remove', 'user'],
    ['favorites.merge', 'user'],
    ['PUT /api/favorites/:listingId', 'user'],
    ['DELETE /api/favorites/:listingId', 'user'],
  ],
  'handover-code': handoverCode,
  'handover-code-of-seller': handoverCode,
  'images-of-user': [
    ['uploads.register', 'owner'],
    ['PUT /api/listing-images', 'owner'],
    ['POST /api/upload', 'owner'],
  ],
  import: [['POST /api/listings/import', 'owner']],
  line: [['deals.joinLine', 'user', anotherReserved]],
  listing: [
    ['listings.create', 'owner', () => lamp],
    ['POST /api/listings', 'owner', () => ({ json: lamp })],
  ],
  'listing-edit': [
    ['listings.update', 'owner'],
    ['moderation.resubmit', 'owner'],
    ['PUT /api/listings/:id', 'owner'],
  ],
  'listing-edit-of-new-account': [
    [
      'listings.update',
      'owner',
      async (world) => (await ofNewAccounts(world), { ...lamp, id: world.listingId }),
    ],
    [
      'PUT /api/listings/:id',
      'owner',
      async (world) => (
        await ofNewAccounts(world),
        { params: { id: world.listingId }, json: lamp }
      ),
    ],
    [
      'moderation.resubmit',
      'owner',
      async (world) => (await ofNewAccounts(world), { ...lamp, id: world.listingId }),
    ],
  ],
  'listing-of-new-account': [
    ['listings.create', 'owner', async (world) => (await ofNewAccounts(world), lamp)],
    ['POST /api/listings', 'owner', async (world) => (await ofNewAccounts(world), { json: lamp })],
  ],
  meetup: [['deals.proposeMeetup', 'other']],
  'meetup-status': [['deals.meetupStatus', 'other']],
  message: [
    ['messaging.send', 'other'],
    ['messaging.sendByListing', 'other'],
    ['messaging.sendPhotos', 'owner'],
    ['POST /api/messages', 'other'],
  ],
  // No call counts toward it; receive-reply.test.ts sends the emails.
  'mail-reply': [],
  'message-search': [['messaging.search', 'other']],
  'new-conversation': [
    ['deals.joinLine', 'user', anotherReserved],
    ['deals.makeOffer', 'user', newOffer],
    ['messaging.openConversation', 'user', another],
    ['messaging.sendByListing', 'user', firstWords],
    ['POST /api/conversations', 'user', async (world) => ({ json: await another(world) })],
    ['POST /api/messages', 'user', async (world) => ({ json: await firstWords(world) })],
  ],
  offer: offers,
  'offer-ip': offers,
  'paypal-capture': [
    ['payments.capture', 'other', orderOf],
    [
      'POST /paypal/order/:orderId/capture',
      'other',
      async (world) => ({ params: await orderOf(world) }),
    ],
  ],
  'paypal-look': [['payments.refresh', 'other']],
  'paypal-order': [
    ['payments.createOrder', 'other', ({ listingId }) => purchase(listingId)],
    ['POST /paypal/order', 'other', ({ listingId }) => ({ json: purchase(listingId) })],
  ],
  'paypal-setup': [
    ['payments.setup', 'other'],
    ['GET /paypal/setup', 'other'],
  ],
  'paypal-webhook': [['POST /paypal/webhook', 'user']],
  report: [
    [
      'moderation.report',
      'user',
      async (world) => ({
        targetType: 'listing',
        targetId: (await another(world)).listingId,
        reason: 'spam',
      }),
    ],
  ],
  reservation: [
    ['deals.reserve', 'owner'],
    ['deals.release', 'owner', ({ listingId }) => ({ listingId })],
  ],
  'push-subscribe': [['push.subscribe', 'user']],
  review: [
    ['reviews.submit', 'other'],
    ['deals.review', 'other'],
    ['POST /api/seller-reviews', 'other'],
  ],
  'review-reply': [['reviews.reply', 'owner']],
  search: [
    ['searches.create', 'user'],
    ['POST /api/searches', 'user'],
  ],
  settings: [['account.update', 'owner']],
  typing: [['messaging.setTyping', 'other']],
  'photos-of-user': [
    ['uploads.register', 'owner', photoForMessage],
    ['PUT /api/listing-images', 'owner', async (world) => ({ json: await photoForMessage(world) })],
  ],
  'upload-parts-of-user': [['GET /s3/multipart/:uploadId/:partNumber', 'owner']],
  'uploads-of-user': [
    ['uploads.create', 'owner'],
    ['POST /api/objects/upload', 'owner'],
    ['GET /s3/params', 'owner'],
    ['GET /s3/sts', 'owner'],
    ['POST /s3/multipart', 'owner'],
  ],
  waiting: [['searches.waiting', 'user']],
  'webhook-test': [
    ['webhooks.test', 'owner'],
    ['POST /api/webhooks/:id/test', 'owner'],
  ],
  'passkey-ip': [
    ['passkeys.signInOptions', 'user'],
    ['passkeys.registerOptions', 'owner'],
  ],
  'verify-ip': [
    ['auth.verify', 'user'],
    ['POST /api/auth/verify', 'user'],
  ],
};
