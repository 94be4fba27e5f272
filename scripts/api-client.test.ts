import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, createClient } from '../docs/api-client.ts';
import { plain } from '../server/src/features/media/images.fixtures.ts';
import { newApiToken } from '../server/src/features/tokens/tokens.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../server/src/test/database.ts';
import { startTestServer, type TestServer } from '../server/src/test/server.ts';
import { clientSource } from './api-client.ts';

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function signedInClient() {
  const { id } = await server.signedIn();
  const token = await newApiToken(server.ctx, id, 'write');
  return { id, api: createClient({ address: server.url, token }) };
}

describe('the client sample', () => {
  it('is up to date with the API document', async () => {
    const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
    const file = join(import.meta.dirname, '../docs/api-client.ts');
    const isCurrent = (await readFile(file, 'utf8')) === (await clientSource(document));
    expect(isCurrent, 'Run `node scripts/api-client.ts` with the server running.').toBe(true);
  });

  it('posts a listing with a picture, finds it and reads page after page', async () => {
    const { id: sellerId, api } = await signedInClient();
    const file = new Blob([new Uint8Array(await plain(64, 48).jpeg().toBuffer())], {
      type: 'image/jpeg',
    });
    const { url } = await api.uploadPicture({ file });
    const desk = { price: '95', location: 'Troy', images: [url] };
    const first = await api.createListing({ ...desk, title: 'Oak desk' });
    await api.createListing({ ...desk, title: 'Pine desk', images: [] });
    expect(first).toMatchObject({ price: '95.00', images: [url], sellerId });
    const page = await api.listListings({ sellerId, limit: 1 });
    expect(page.items.map(({ title }) => title)).toEqual(['Pine desk']);
    const next = await api.listListings({ sellerId, cursor: page.nextCursor ?? '' });
    expect(next).toMatchObject({ items: [{ title: 'Oak desk' }], nextCursor: null });
    await api.deleteListing({ id: first.id });
    await expect(api.getListing({ id: first.id })).rejects.toMatchObject({ status: 404 });
  });

  it('throws an error that names the refused field', async () => {
    const { api } = await signedInClient();
    const refused = await api
      .createListing({ title: '', price: '1', location: 'Troy' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 400, issues: [{ path: 'title' }] });
  });
});
