import { randomUUID } from 'node:crypto';
import { createExportLink } from '../../features/account/export.ts';
import { plain } from '../../features/media/images.fixtures.ts';
import {
  createMultipartUpload,
  createFormUpload,
  createUpload,
} from '../../features/media/uploads.ts';
import type { RestCall } from './call.ts';
import { newMeetup } from './handover-rows.ts';
import { ownWebhook, unsubscribeToken, webhook } from './procedure-rows.ts';
import { admins, everybody, signedIn } from './statuses.ts';
import {
  pendingSignIn,
  type Row,
  savedSearch,
  sentPhoto,
  stagedPicture,
  type World,
} from './world.ts';

const listing = { title: 'Oak desk', price: '25.00', location: 'Troy' };
const reason = 'Not allowed here';
const file = { fileName: 'chair.jpg', contentType: 'image/jpeg' };
const named = { filename: file.fileName, type: file.contentType };

const theListing = ({ listingId }: World) => ({ params: { id: listingId } });
const theOwner = ({ owner }: World) => ({ params: { id: owner.id } });

async function picture(fields: Record<string, string>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const bytes = new Uint8Array(await plain(32, 32).jpeg().toBuffer());
  form.append('file', new Blob([bytes], { type: file.contentType }), file.fileName);
  return form;
}

async function theUpload({ ctx, owner }: World) {
  const { uploadId, key } = await createMultipartUpload(ctx, owner.id, file);
  return { params: { uploadId, partNumber: '1' }, query: { key } };
}

const csv = (text: string) => new Blob([text], { type: 'text/csv' });

/** Statuses of calls about an upload. Only its owner finds it. */
const ownUpload = (status: number) => signedIn(404, { owner: status });

/** Every REST route, in the same form as the procedures. */
export const routeRows: Record<string, Row<RestCall>> = {
  'GET /healthz': [everybody(200)],
  'GET /readyz': [everybody(200)],
  'GET /robots.txt': [everybody(200)],
  'GET /sitemap.xml': [everybody(200)],
  'GET /sitemap/:name': [everybody(200), () => ({ params: { name: 'pages.xml' } })],
  'GET /listings.atom': [everybody(200)],
  'GET /users/:id/listings.atom': [everybody(200), theOwner],
  'GET /listings/:id/poster': [everybody(200), theListing],
  'GET /manifest.webmanifest': [everybody(200)],
  'POST /share-photos': [everybody(303)],
  'GET /offline': [everybody(200)],
  'GET /apple-touch-icon-precomposed.png': [everybody(200)],
  'GET /.well-known/security.txt': [everybody(200)],
  'GET /.well-known/change-password': [everybody(302)],
  // These routes work only on the server's machine, where the tests run.
  'GET /dev/mail': [everybody(200)],
  'GET /dev/mail.json': [everybody(200)],
  'POST /csp-reports': [everybody(204), () => ({ json: [] })],
  // This route needs METRICS_TOKEN.
  'GET /metrics': [everybody(404)],
  'GET /media/:id/:file': [
    everybody(200),
    ({ imageId, imageFile }) => ({ params: { id: imageId, file: imageFile } }),
  ],
  'GET /media/chat/:id/:file': [
    everybody(403, { owner: 200, other: 200 }),
    async (world) => {
      const [, , , id = '', file = ''] = (await sentPhoto(world)).split('/');
      return { params: { id, file } };
    },
  ],
  'POST /unsubscribe': [
    everybody(200),
    (world) => ({ query: { token: unsubscribeToken(world) }, form: new FormData() }),
  ],

  'GET /api/auth/user': [signedIn(200)],
  'GET /api/login': [everybody(302), () => ({ query: { next: '/messages' } })],
  'POST /api/auth/send-code': [
    everybody(200),
    () => ({ json: { email: `${randomUUID()}@private.example` } }),
  ],
  'POST /api/auth/signout': [everybody(200)],
  'POST /api/auth/verify': [
    everybody(200),
    async (world) => ({ json: await pendingSignIn(world) }),
  ],

  'GET /api/users/:id': [everybody(200), theOwner],
  'GET /api/account/export/:token': [
    signedIn(404, { owner: 200 }),
    async ({ ctx, owner }) => {
      const { url } = await createExportLink(ctx, owner.id);
      return { params: { token: url.split('/').at(-1) ?? '' } };
    },
  ],

  'GET /api/listings': [everybody(200)],
  'GET /api/listings/:id': [everybody(200), theListing],
  'GET /api/listings/:id/availability': [everybody(200), theListing],
  'POST /api/listings': [signedIn(201), () => ({ json: listing })],
  'POST /api/listings/bulk': [
    signedIn(200),
    ({ listingId }) => ({ json: { items: [listing, { ...listing, id: listingId }] } }),
  ],
  'GET /api/listings/export.csv': [signedIn(200)],
  'POST /api/listings/import': [
    signedIn(200),
    ({ listingId }) => ({ form: csv(`id,title,price,location\n${listingId},Desk,5,Troy`) }),
  ],
  'PUT /api/listings/:id': [
    signedIn(403, { owner: 200 }),
    (world) => ({ ...theListing(world), json: listing }),
  ],
  'DELETE /api/listings/:id': [signedIn(403, { owner: 200 }), theListing],
  'GET /api/community-figures': [everybody(200)],
  'GET /api/favorites': [signedIn(200)],
  'PUT /api/favorites/:listingId': [
    signedIn(200, { owner: 400 }),
    ({ listingId }) => ({ params: { listingId } }),
  ],
  'DELETE /api/favorites/:listingId': [
    signedIn('nothing'),
    ({ listingId }) => ({ params: { listingId } }),
  ],
  'GET /api/searches': [signedIn(200)],
  'POST /api/searches': [
    signedIn(201),
    () => ({ json: { filter: { search: 'desk' }, frequency: 'daily' } }),
  ],
  'PUT /api/searches/:id': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ params: await savedSearch(world), json: { paused: true } }),
  ],
  'DELETE /api/searches/:id': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ params: await savedSearch(world) }),
  ],
  'GET /api/webhooks': [signedIn(200)],
  'POST /api/webhooks': [signedIn(201), () => ({ json: webhook })],
  'PUT /api/webhooks/:id': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ params: await ownWebhook(world), json: { enabled: false } }),
  ],
  'DELETE /api/webhooks/:id': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ params: await ownWebhook(world) }),
  ],
  'GET /api/webhooks/:id/deliveries': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ params: await ownWebhook(world) }),
  ],
  'POST /api/webhooks/:id/test': [
    signedIn(404, { owner: 201 }),
    async (world) => ({ params: await ownWebhook(world) }),
  ],
  // No model is configured, so allowed callers get a 503.
  'POST /api/generate-description': [
    signedIn(503),
    () => ({ json: { image: 'data:image/png;base64,iVBO' } }),
  ],

  'POST /api/upload': [signedIn(200), async () => ({ form: await picture({ type: 'listing' }) })],
  'POST /api/objects/upload': [signedIn(200), () => ({ json: file })],
  'PUT /api/listing-images': [
    ownUpload(200),
    async (world) => ({ json: await stagedPicture(world) }),
  ],
  // The signed address is the permission.
  'PUT /s3/objects/:token': [
    everybody(200),
    async ({ ctx, owner }) => {
      const { uploadURL } = await createUpload(ctx, owner.id, {});
      const params = { token: uploadURL.split('/').at(-1) ?? '' };
      return { params, form: new Blob([new Uint8Array(await plain(32, 32).jpeg().toBuffer())]) };
    },
  ],
  'POST /s3/objects': [
    everybody(204),
    async ({ ctx, owner }) => {
      const { fields } = await createFormUpload(ctx, owner.id, file);
      return { form: await picture(fields) };
    },
  ],
  'GET /s3/params': [signedIn(200), () => ({ query: named })],
  // A file store has no temporary credentials.
  'GET /s3/sts': [signedIn(503)],
  'POST /s3/multipart': [signedIn(200), () => ({ json: named })],
  'GET /s3/multipart/:uploadId': [ownUpload(200), theUpload],
  'GET /s3/multipart/:uploadId/:partNumber': [ownUpload(200), theUpload],
  'POST /s3/multipart/:uploadId/complete': [
    ownUpload(400),
    async (world) => ({ ...(await theUpload(world)), json: { parts: [] } }),
  ],
  'DELETE /s3/multipart/:uploadId': [ownUpload(204), theUpload],

  'GET /api/conversations': [signedIn(200)],
  'GET /api/conversations/:conversationId/deal': [
    signedIn(404, { owner: 200, other: 200 }),
    ({ conversationId }) => ({ params: { conversationId } }),
  ],
  'POST /api/conversations': [
    signedIn(200, { owner: 400 }),
    ({ listingId, owner }) => ({ json: { listingId, receiverId: owner.id } }),
  ],
  'GET /api/messages/:conversationId': [
    signedIn(404, { owner: 200, other: 200 }),
    ({ conversationId }) => ({ params: { conversationId } }),
  ],
  'POST /api/messages': [
    signedIn(201, { owner: 400 }),
    ({ listingId, owner }) => ({ json: { listingId, receiverId: owner.id, content: 'Hello' } }),
  ],
  'GET /api/unread-messages/count': [signedIn(200)],
  'GET /api/meetups/:id.ics': [
    signedIn(404, { owner: 200, other: 200 }),
    async (world) => ({ params: { id: (await newMeetup(world)).meetupId } }),
  ],

  'GET /api/seller-reviews/:sellerId': [
    everybody(200),
    ({ owner }) => ({ params: { sellerId: owner.id } }),
  ],
  'POST /api/seller-reviews': [
    signedIn(201, { owner: 400 }),
    ({ listingId, owner }) => ({ json: { sellerId: owner.id, listingId, rating: 5 } }),
  ],

  // PayPal is not configured, so allowed callers get a 503.
  'GET /paypal/setup': [signedIn(503)],
  'POST /paypal/order': [
    signedIn(503),
    ({ listingId }) => ({
      json: { listingId, delivery: 'pickup', amount: '25.00', currency: 'USD', intent: 'CAPTURE' },
    }),
  ],
  'POST /paypal/order/:orderId/capture': [signedIn(503), () => ({ params: { orderId: 'ORDER1' } })],
  'POST /paypal/webhook': [everybody(503), () => ({ json: {} })],

  'GET /api/openapi.json': [everybody(200)],
  'GET /api/docs': [everybody(200)],
  'GET /api/docs/json': [everybody(200)],
  'GET /api/docs/yaml': [everybody(200)],
  // There is no file with this name.
  'GET /api/docs/static/*': [everybody(404)],
  'GET /api/docs/static/index.html': [everybody(302)],
  'GET /api/docs/static/swagger-initializer.js': [everybody(200)],

  'GET /api/admin/analytics.csv': [
    admins(),
    () => ({ query: { from: '2026-01-01', to: '2026-01-31', by: 'county' } }),
  ],
  'GET /api/admin/users': [admins()],
  'GET /api/admin/listings': [admins()],
  'GET /api/admin/messages': [admins()],
  'GET /api/admin/conversations': [admins()],
  'PUT /api/admin/users/:id/admin': [admins(), theOwner],
  'DELETE /api/admin/users/:id': [admins(), theOwner],
  'PUT /api/admin/listings/:id/flag': [
    admins(),
    (world) => ({ ...theListing(world), json: { reason } }),
  ],
  'DELETE /api/admin/listings/:id': [admins(), theListing],
  // There is an admin, and ADMIN_EMAILS is empty.
  'POST /api/admin/initialize': [signedIn(409)],
  'POST /api/admin/force-initialize': [signedIn(403)],
};
