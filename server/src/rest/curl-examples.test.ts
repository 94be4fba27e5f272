import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposeMeetup } from '../features/deals/meetups.ts';
import { createExportLink } from '../features/account/export.ts';
import { plain } from '../features/media/images.fixtures.ts';
import { receivePart } from '../features/media/multipart-uploads.ts';
import {
  createFormUpload,
  createMultipartUpload,
  createUpload,
} from '../features/media/uploads.ts';
import { sendByListing } from '../features/messaging/send-message.ts';
import { createTestListing } from '../features/messaging/messaging.fixtures.ts';
import { openConversation } from '../features/messaging/open-conversation.ts';
import { createOrder } from '../features/payments/checkout.ts';
import { payPalOf, purchase } from '../features/payments/payments.fixtures.ts';
import { createWebhook } from '../features/webhooks/webhooks.ts';
import { createSearch } from '../features/searches/searches.ts';
import { newApiToken } from '../features/tokens/tokens.fixtures.ts';
import { escapeStep } from '../test/contract.ts';
import { createOpenAiDescriber } from '../platform/describer.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startModelServer } from '../test/fake-openai.ts';
import { queuedCode } from '../test/mail.ts';
import { genuineSignature, type PayPalServer, startPayPalServer } from '../test/paypal-server.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';
import { fetchDocument, operationsOf } from './openapi.fixtures.ts';

const run = promisify(execFile);
const text = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');

/** The example commands of docs/api.md by call. */
const examples = new Map(
  [...text.matchAll(/^### (\S+ \S+)\n(?:(?!^#)[^])*?^```sh\n([^]*?)^```$/gm)].map(
    ([, route = '', command = '']) => [route, command] as const,
  ),
);

/** The documented responses by call: a status, and a body if there is one. */
const answers = new Map(
  [...text.matchAll(/^### (\S+ \S+)\n(?:(?!^#)[^])*?^(Answers (?:(?!^#)[^])*)/gm)].map(
    ([, route = '', answer = '']) => [route, answer] as const,
  ),
);

/** The calls that need an object store for browsers, as the document says. */
const unavailable = new Set(['GET /s3/sts']);

const file = { fileName: 'picture.jpg', contentType: 'image/jpeg' };
const lastStep = (path: string) => path.split('/').at(-1) ?? '';

let database: TestDatabase;
let server: TestServer;
let paypal: PayPalServer;
let model: Awaited<ReturnType<typeof startModelServer>>;
let folder: string;
let seller: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
  model = await startModelServer();
  const settings = { apiKey: 'the-key', baseUrl: model.url, model: 'eyes-1' };
  const describer = createOpenAiDescriber(settings);
  server = await startTestServer(database, { ...payPalOf(paypal), describer });
  folder = await mkdtemp(join(tmpdir(), 'curl-examples-'));
  // The page recommends these settings.
  const [, settingsOfCurl = ''] = /^(silent\n[^]*?)^```$/m.exec(text) ?? [];
  await writeFile(join(folder, '.curlrc'), settingsOfCurl);
  await writeFile(join(folder, 'picture.jpg'), await plain(64, 48).jpeg().toBuffer());
  seller = await server.signedIn({ canUsePaypal: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
  await model.close();
  await paypal.close();
  await database.close();
});

type Variables = Record<string, string>;

/** Creates what all examples need: a caller, and a listing of each side. */
async function common(route: string): Promise<Variables & { userId: string }> {
  const isAdmin = route.includes('/api/admin/');
  const { id: userId, cookie } = await server.signedIn({ isAdmin });
  const listingId = await createTestListing(database.db, isAdmin ? seller.id : userId);
  const theirListingId = await createTestListing(database.db, seller.id);
  return {
    userId,
    HOST: server.url,
    TOKEN: await newApiToken(server.ctx, userId, 'write'),
    COOKIE: cookie,
    EMAIL: `${randomUUID()}@example.com`,
    SELLER_ID: seller.id,
    USER_ID: (await server.signedIn()).id,
    LISTING_ID: listingId,
    THEIR_LISTING_ID: theirListingId,
    STORE_LISTING_ID: theirListingId,
  };
}

async function startedUpload({ userId }: { userId: string }): Promise<Variables> {
  const { key, uploadId } = await createMultipartUpload(server.ctx, userId, file);
  const part = { key, partNumber: 1 };
  const etag = await receivePart(server.ctx, part, Buffer.from('A part.'));
  return { KEY: key, UPLOAD_ID: uploadId, ETAG: etag };
}

async function savedSearch({ userId }: { userId: string }): Promise<Variables> {
  const search = { filter: { search: 'desk' }, frequency: 'daily' as const };
  return { SEARCH_ID: (await createSearch(server.ctx, userId, search)).id };
}

async function ownWebhook({ userId }: { userId: string }): Promise<Variables> {
  const webhook = { url: 'https://example.com/hooks', events: ['listing.sold' as const] };
  return { WEBHOOK_ID: (await createWebhook(server.ctx, userId, webhook)).id };
}

async function withoutAdmins(): Promise<Variables> {
  await database.db.updateTable('users').set({ isAdmin: false }).execute();
  return { COOKIE: (await server.signedIn()).cookie };
}

/** Prepares what individual examples need besides. */
const prepared: Record<string, (given: Variables & { userId: string }) => Promise<Variables>> = {
  'PUT /s3/objects/{token}': async ({ userId }) => {
    const { uploadURL } = await createUpload(server.ctx, userId, file);
    return { OBJECT_TOKEN: lastStep(uploadURL) };
  },
  'PUT /api/listing-images': async ({ userId }) => {
    const { uploadURL } = await createUpload(server.ctx, userId, file);
    const body = readFileSync(join(folder, 'picture.jpg'));
    const headers = { 'content-type': file.contentType };
    await fetch(server.url + uploadURL, { method: 'PUT', body, headers });
    return { UPLOAD_URL: server.url + uploadURL };
  },
  'POST /s3/objects': async ({ userId }) => {
    const { fields } = await createFormUpload(server.ctx, userId, file);
    return { KEY: fields.key ?? '', OBJECT_TOKEN: fields.token ?? '' };
  },
  'GET /s3/multipart/{uploadId}': startedUpload,
  'DELETE /s3/multipart/{uploadId}': startedUpload,
  'GET /s3/multipart/{uploadId}/{partNumber}': startedUpload,
  'POST /s3/multipart/{uploadId}/complete': startedUpload,
  'PUT /api/searches/{id}': savedSearch,
  'DELETE /api/searches/{id}': savedSearch,
  'PUT /api/webhooks/{id}': ownWebhook,
  'DELETE /api/webhooks/{id}': ownWebhook,
  'GET /api/webhooks/{id}/deliveries': ownWebhook,
  'POST /api/webhooks/{id}/test': ownWebhook,
  'GET /api/conversations/{conversationId}/deal': async ({ userId, THEIR_LISTING_ID = '' }) => {
    const opening = { userId, listingId: THEIR_LISTING_ID };
    return { CONVERSATION_ID: (await openConversation(server.ctx, opening)).id };
  },
  'GET /api/messages/{conversationId}': async ({ userId, THEIR_LISTING_ID: listingId = '' }) => {
    const { id } = await openConversation(server.ctx, { userId, listingId });
    const message = { senderId: userId, receiverId: seller.id, listingId, content: 'Hello' };
    await sendByListing(server.ctx, message);
    return { CONVERSATION_ID: id };
  },
  'GET /api/meetups/{id}.ics': async ({ userId, THEIR_LISTING_ID: listingId = '' }) => {
    const { id: conversationId } = await openConversation(server.ctx, { userId, listingId });
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const meetup = { conversationId, place: 'Library', startsAt, userId };
    const { data } = await proposeMeetup(server.ctx, meetup);
    return { MEETUP_ID: data && 'meetupId' in data ? data.meetupId : '' };
  },
  'POST /api/auth/verify': async ({ EMAIL = '', ...given }) => {
    const sent = await runExample('POST /api/auth/send-code', { ...given, EMAIL });
    const { token } = JSON.parse(sent.stdout) as { token: string };
    return { EMAIL, SIGN_IN_TOKEN: token, CODE: await queuedCode(server.ctx, EMAIL) };
  },
  'GET /api/account/export/{token}': async ({ userId }) => {
    const { url } = await createExportLink(server.ctx, userId);
    return { EXPORT_TOKEN: lastStep(url) };
  },
  'POST /paypal/order/{orderId}/capture': async ({ userId, STORE_LISTING_ID = '' }) => {
    const order = purchase(STORE_LISTING_ID, 'pickup');
    const { id } = await createOrder(server.ctx, userId, order);
    paypal.approve(id);
    return { ORDER_ID: id };
  },
  'POST /paypal/webhook': async () => ({
    CERT_URL: 'https://api.paypal.com/cert',
    TRANSMISSION_ID: randomUUID(),
    TRANSMISSION_SIG: genuineSignature,
    TRANSMISSION_TIME: new Date().toISOString(),
  }),
  'POST /api/admin/initialize': withoutAdmins,
  'POST /api/admin/force-initialize': withoutAdmins,
};

/** Runs a command exactly as documented, in a shell that fails on unset variables. */
async function runExample(route: string, variables: Variables) {
  const env = { PATH: process.env.PATH, HOME: folder, CURL_HOME: folder, ...variables };
  const command = examples.get(route) ?? '';
  return run('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env });
}

describe('the examples of docs/api.md', () => {
  it('exist once for each call in the document', async () => {
    const calls = operationsOf(await fetchDocument(server)).map(({ route }) => route);
    expect([...examples.keys()].sort()).toEqual(calls.sort());
  });

  it.each([...examples.keys()])('%s is called by its example', (route) => {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replaceAll(/\{\w+\}/g, String.raw`(\$\w+|1)`);
    const command = examples.get(route) ?? '';
    expect(command).toMatch(new RegExp(String.raw`"\$HOST${address}["?]`));
    const named = / -X (\w+)/.exec(command)?.[1];
    const sendsBody = / (?:--json|-F) /.test(command);
    expect(named ?? (sendsBody ? 'POST' : 'GET')).toBe(method);
  });

  it('show responses in the documented form', async () => {
    const document = await fetchDocument(server);
    // The page shortens responses, so fields are optional here.
    const lenient = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
      key === 'required' && Array.isArray(value) ? undefined : value,
    );
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(lenient, 'document');
    const wrong: string[] = [];
    for (const { route, responses = {} } of operationsOf(document)) {
      const status = Object.keys(responses).find((code) => /^[23]/.test(code)) ?? '';
      const answer = responses[status] as OpenAPIV3_1.ResponseObject;
      const said = answers.get(route) ?? '';
      if (!new RegExp(`^Answers ${status}[ :]`).test(said)) wrong.push(`${route}: not ${status}`);
      if (!answer.content?.['application/json']) continue;
      const body = /^```json\n([^]*?)^```$/m.exec(said)?.[1] ?? 'null';
      const [method = '', path = ''] = route.split(' ');
      const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content'];
      const pointer = [...steps, 'application/json', 'schema'].map(escapeStep).join('/');
      const validate = ajv.compile({ $ref: `document#/${pointer}` });
      if (!validate(JSON.parse(body))) wrong.push(`${route}: ${ajv.errorsText(validate.errors)}`);
    }
    expect(wrong).toEqual([]);
  });

  const available = [...examples.keys()].filter((route) => !unavailable.has(route));
  it.each(available)('%s works exactly as documented', async (route) => {
    const given = await common(route);
    await runExample(route, { ...given, ...(await prepared[route]?.(given)) });
  });

  it.each([...unavailable])('%s fails because this server does not support it', async (route) => {
    const refused = runExample(route, await common(route));
    // curl exits with 22 for an error response with --fail.
    await expect(refused).rejects.toMatchObject({
      code: 22,
      stdout: expect.stringContaining("aren't available"),
    });
  });
});
