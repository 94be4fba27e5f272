import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { grainy } from '../features/media/images.fixtures.ts';
import { createFileStore } from '../platform/object-store/file-store.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let user: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  user = await server.signedIn();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const create = async (at = server) => {
  const answer = await fetch(`${at.url}/api/objects/upload`, {
    method: 'POST',
    headers: { cookie: user.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'chair.jpg' }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

/**
 * Sends the head of a request and the start of its body, but not the rest. Returns the start of the
 * response.
 */
async function beginOnly(head: string[], body: string): Promise<string> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return chunk.toString();
}

const page = '<!doctype html>'.padEnd(200, ' ');

it('refuses a file by its first bytes before the rest arrives', async () => {
  const { body } = await create();
  const answer = await beginOnly(
    [
      `PUT ${new URL(body.uploadURL ?? '').pathname} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: image/jpeg',
      `Content-Length: ${maxImageBytes}`,
    ],
    page,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("chair.jpg isn't a supported image.");
});

it('refuses a file in a form by its first bytes before the rest arrives', async () => {
  const begin = (path: string, fields: string, cookie: string) =>
    beginOnly(
      [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        `Cookie: ${cookie}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${maxImageBytes}`,
      ],
      `${fields}--b\r\nContent-Disposition: form-data; name="file"; filename="desk.jpg"\r\n\r\n${page}`,
    );
  const uploaded = await begin('/api/upload', '', user.cookie);
  expect(uploaded).toMatch(/^HTTP\/1\.1 400 /);
  expect(uploaded).toContain("desk.jpg isn't a supported image.");

  const form = await fetch(`${server.url}/s3/params?filename=desk.jpg&type=image/jpeg`, {
    headers: { cookie: user.cookie },
  });
  const { fields } = (await form.json()) as { fields: Record<string, string> };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const posted = await begin('/s3/objects', parts.join(''), '');
  expect(posted).toMatch(/^HTTP\/1\.1 400 /);
  expect(posted).toContain("desk.jpg isn't a supported image.");
});

it('refuses an endless stream at the size limit of pictures', async () => {
  const { body } = await create();
  const picture = await (await grainy(64, 64)).jpeg().toBuffer();
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(picture),
    pull: (controller) => controller.enqueue(Buffer.alloc(64 * 1024)),
  });
  const answer = await fetch(body.uploadURL ?? '', {
    method: 'PUT',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({
    message: 'chair.jpg is too large. The limit is 10 MB.',
  });
});

it('refuses pictures with a reason while the disk is nearly full', async () => {
  const folder = join(inject('filesDirectory'), crypto.randomUUID());
  const full = await startTestServer(database, {
    objects: createFileStore(folder, { minFreeBytes: Number.MAX_SAFE_INTEGER }),
  });
  const message = expect.stringContaining('storage is low');
  expect(await create(full)).toMatchObject({ status: 503, body: { message } });
  const { body } = await create();
  const picture = await (await grainy(64, 64)).jpeg().toBuffer();
  const path = new URL(body.uploadURL ?? '').pathname;
  const put = await fetch(full.url + path, { method: 'PUT', body: new Uint8Array(picture) });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'chair.jpg');
  const posted = await fetch(`${full.url}/api/upload`, {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: form,
  });
  for (const answer of [put, posted]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('600');
    expect(await answer.json()).toMatchObject({ message });
  }
  const stored: string[] = [];
  for await (const { key } of full.ctx.objects.list('')) stored.push(key);
  expect(stored).toEqual([]);
  await full.close();
});
