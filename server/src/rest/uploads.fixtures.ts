import { afterAll, afterEach, beforeAll, describe, vi } from 'vitest';
import { grainy } from '../features/media/images.fixtures.ts';
import { sweepUploads } from '../features/media/staged-uploads.ts';
import { createS3Store } from '../platform/object-store/s3-store.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import type { S3Server } from '../test/s3-server.ts';
import { startTestServer, type SignedIn, type TestServer } from '../test/server.ts';

/** A server on one kind of store with two users. All fields are set from the first test on. */
export interface UploadsTest {
  database: TestDatabase;
  server: TestServer;
  user: SignedIn;
  other: SignedIn;
  picture: Buffer<ArrayBuffer>;
}

/** Runs the tests with a file store and, if its server is installed, with an S3 store. */
export function describeUploads(
  name: string,
  s3: S3Server | null,
  define: (test: UploadsTest) => void,
): void {
  const stores = s3 ? ['files', 'S3'] : ['files'];
  describe.each(stores)(`${name} to a store of %s`, (store) => {
    const test = {} as UploadsTest;
    beforeAll(async () => {
      test.database = await createTestDatabase();
      const objects =
        s3 && store === 'S3' ? createS3Store({ ...s3, bucket: 'uploads-test' }) : undefined;
      test.server = await startTestServer(test.database, objects ? { objects } : {});
      await test.server.ctx.objects.check();
      test.user = await test.server.signedIn();
      test.other = await test.server.signedIn();
      test.picture = Buffer.from(await (await grainy(640, 480)).jpeg().toBuffer());
    });
    afterAll(async () => {
      await test.server.close();
      await test.database.close();
    });
    afterEach(async () => {
      vi.useRealTimers();
      // Leftovers of a failed test would fail the next ones.
      await sweepUploads(test.server.ctx, Date.now() + 48 * 60 * 60 * 1000);
    });
    define(test);
  });
}

/** Returns calls as one caller, or as a visitor if `who` returns null. */
export function callsOf(test: UploadsTest, who: () => SignedIn | null = () => test.user) {
  async function call(method: string, path: string, json?: unknown) {
    const cookie = who()?.cookie;
    const response = await fetch(test.server.url + path, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    const text = await response.text();
    return { status: response.status, json: text ? JSON.parse(text) : null };
  }
  return {
    call,
    create: async (json?: unknown) => (await call('POST', '/api/objects/upload', json)).json,
    register: (imageURL: string) => call('PUT', '/api/listing-images', { imageURL }),
  };
}

export async function put(
  url: string,
  body: NonNullable<RequestInit['body']>,
  type = 'image/jpeg',
) {
  const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
  const etag = (response.headers.get('etag') ?? '').replaceAll('"', '');
  return { status: response.status, etag, text: await response.text() };
}

/** Returns the keys of uploads that are not registered or completed. */
export async function stagedKeys({ server }: UploadsTest): Promise<string[]> {
  return Array.fromAsync(server.ctx.objects.list('uploads/'), ({ key }) => key);
}
