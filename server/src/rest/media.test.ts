import { randomUUID } from 'node:crypto';
import cookies from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import type { Session } from '../context.ts';
import { startSession } from '../features/auth/sessions.ts';
import { grainy, pngClaiming } from '../features/media/images.fixtures.ts';
import type { AppContext } from '../app-context.ts';
import { cookieName } from '../platform/http.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { createTestUser } from '../test/users.ts';
import { handleError } from './errors.ts';
import { registerMedia } from './media.ts';
import { uploadRoutes } from './uploads.ts';

let database: TestDatabase;
let ctx: AppContext;
let app: FastifyInstance;
let address: string;
let user: Session['user'];
let cookie: string;
let picture: Buffer<ArrayBuffer>;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  app = await listen(ctx);
  address = app.listeningOrigin;
  user = await createTestUser(database.db);
  const of = { userId: user.id, userAgent: 'Test' };
  const { token } = await startSession(database.db, ctx.secrets, of);
  cookie = `${cookieName('session', false)}=${token}`;
  picture = Buffer.from(await (await grainy(1600, 1200)).jpeg().toBuffer());
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.deleteFrom('images').execute();
});

async function listen(of: AppContext): Promise<FastifyInstance> {
  const made = Fastify({ bodyLimit: 1024 * 1024, forceCloseConnections: true });
  made.setErrorHandler(handleError);
  await made.register(cookies);
  await made.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 5 } });
  registerMedia(made, of);
  for (const addRoutes of uploadRoutes) addRoutes(made, of);
  await made.listen({ port: 0 });
  return made;
}

/** Returns `size` bytes that begin like a JPEG. */
function jpegOf(size: number) {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(size - 3, 1)]);
}

/** Creates a form with its fields in the given order. */
function formOf(...fields: [name: string, value: string | Buffer<ArrayBuffer>, file?: string][]) {
  const form = new FormData();
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value]), file ?? 'photo.jpg');
  }
  return form;
}

async function post(
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = { cookie },
) {
  const response = await fetch(`${address}/api/upload`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

const naming = (file: string) => {
  const message = expect.stringContaining(file) as unknown;
  return { message, issues: [{ path: 'file', message }] };
};

const storedImages = async () => (await ctx.db.selectFrom('images').select('id').execute()).length;

async function upload(): Promise<string> {
  const { body } = await post(formOf(['file', picture], ['type', 'listing']));
  return (body as { url: string }).url;
}

describe('POST /api/upload', () => {
  it('responds with the address of the stored picture, whatever the order of fields', async () => {
    for (const form of [
      formOf(['file', picture], ['type', 'listing']),
      formOf(['type', 'listing'], ['file', picture]),
    ]) {
      const answer = await post(form);
      expect(answer).toEqual({
        status: 200,
        body: { url: expect.stringMatching(/^\/media\/[0-9a-f-]{36}\/1280\.webp$/) as string },
      });
    }
    expect(await storedImages()).toBe(2);
  });

  it('refuses visitors before the body arrives', async () => {
    let sent = 0;
    // An endless body: only a server that does not wait for the end can respond.
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (++sent <= 2) controller.enqueue(new Uint8Array(1000));
      },
    });
    const response = await fetch(`${address}/api/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
    const foreign = { cookie: `${cookieName('session', false)}=${'A'.repeat(43)}` };
    expect((await post(formOf(['file', picture]), foreign)).status).toBe(401);
  });

  it.each([
    ['page.png', Buffer.from('<html></html>'), 400],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ['vast.png', Buffer.from(pngClaiming(8200, 5000)), 400],
    ['heavy.jpg', jpegOf(11 * 1024 * 1024), 413],
    ['justover.jpg', jpegOf(maxImageBytes + 1), 413],
    ['justfits.jpg', jpegOf(maxImageBytes), 400],
    ['nothing.jpg', Buffer.alloc(0), 400],
  ])('refuses %s by its name and stores nothing', async (name, body, status) => {
    const answer = await post(formOf(['file', body, name], ['type', 'listing']));
    expect(answer).toEqual({ status, body: naming(name) });
    expect(await storedImages()).toBe(0);
  });

  it('refuses a picture that is cut short', async () => {
    const cut = Buffer.from(picture.subarray(0, picture.length / 2));
    expect(await post(formOf(['file', cut, 'cut.jpg']))).toEqual({
      status: 400,
      body: naming('cut.jpg'),
    });
  });

  it('uses only the base name of the sent file name', async () => {
    const name = '../../etc/pass\u202ewd<b>.png';
    const answer = await post(formOf(['file', Buffer.from('no picture'), name]));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      message: expect.stringMatching(/^passwd<b>\.png is/) as string,
    });
  });

  it('requires one file for a listing in the field `file`', async () => {
    const missing = { status: 400, body: naming('Choose a photo') };
    expect(await post(formOf(['type', 'listing']))).toEqual(missing);
    expect(await post(formOf(['picture', picture]))).toEqual(missing);
    expect(await post(formOf(['file', 'text'], ['type', 'listing']))).toEqual(missing);
    expect(await post(formOf(['file', picture], ['type', 'avatar']))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'type' }] },
    });
    const two = formOf(['file', picture, 'one.jpg'], ['file', picture, 'two.jpg']);
    expect(await post(two)).toEqual({ status: 413, body: naming('one.jpg') });
    expect(await storedImages()).toBe(0);
  });

  it('refuses other content types', async () => {
    const json = await post('{}', { cookie, 'content-type': 'application/json' });
    expect(json).toMatchObject({ status: 415 });
    const plain = await post(picture, { cookie, 'content-type': 'image/jpeg' });
    expect(plain).toMatchObject({ status: 415 });
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['nothing', 'multipart/form-data; boundary=x', ''],
    ['no form', 'multipart/form-data; boundary=x', 'just text'],
    [
      'a form without its end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
    ],
  ])('refuses a body of %s', async (_, type, body) => {
    expect(await post(body, { cookie, 'content-type': type })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'file' }] },
    });
  });
});

describe('GET /media', () => {
  it('serves each width with immutable caching and a sandbox policy', async () => {
    const url = await upload();
    for (const width of [320, 640, 1280]) {
      const response = await fetch(address + url.replace('1280', String(width)));
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cross-origin-resource-policy': 'cross-origin',
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-length')).toBe(String(body.length));
      expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width });
    }
  });

  it('responds 304 to a client that has the picture', async () => {
    const url = address + (await upload());
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await fetch(url, { headers: { 'if-none-match': header } });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('responds to HEAD with only the headers', async () => {
    const response = await fetch(address + (await upload()), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('responds 404 to all other paths', async () => {
    const url = await upload();
    for (const path of [
      `/media/${randomUUID()}/1280.webp`,
      url.replace('1280', '1281'),
      url.replace('webp', 'png'),
      url.replace('1280.webp', '..%2F1280.webp'),
      url.replace('/media/', '/media/..%2F'),
      `/media/${'..%2F'.repeat(4)}etc/passwd`,
      '/media/%00/1280.webp',
    ]) {
      const response = await fetch(address + path);
      expect(response.status).toBe(404);
    }
  });

  it('redirects to the object store if its files are public', async () => {
    const publicUrl = (key: string) => `https://cdn.example.com/${key}`;
    const other = await listen({ ...ctx, objects: { ...ctx.objects, publicUrl } });
    const id = randomUUID();
    const response = await other.inject(`/media/${id}/640.webp`);
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      `https://cdn.example.com/images/${id}/640.webp`,
    ]);
    await other.close();
  });
});
