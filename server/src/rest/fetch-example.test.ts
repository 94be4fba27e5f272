import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestListing } from '../features/messaging/messaging.fixtures.ts';
import { plain } from '../features/media/images.fixtures.ts';
import { newApiToken } from '../features/tokens/tokens.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let folder: string;
let example: string;

beforeAll(async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  example = /^```js\n([^]*?)^```$/m.exec(page)?.[1] ?? '';
  database = await createTestDatabase();
  server = await startTestServer(database);
  folder = await mkdtemp(join(tmpdir(), 'fetch-example-'));
  await writeFile(join(folder, 'picture.jpg'), await plain(64, 48).jpeg().toBuffer());
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
  await database.close();
});

/** Runs a program as a user with a write token, and returns what it printed. */
async function runAs(userId: string, program: string): Promise<string> {
  await writeFile(join(folder, 'example.mjs'), program);
  const TOKEN = await newApiToken(server.ctx, userId, 'write');
  const env = { ...process.env, HOST: server.url, TOKEN };
  const run = promisify(execFile);
  return (await run(process.execPath, ['example.mjs'], { cwd: folder, env })).stdout;
}

describe('the JavaScript example of docs/api.md', () => {
  it('posts a listing with a picture and finds it', async () => {
    const { id } = await server.signedIn();
    expect(await runAs(id, example)).toBe('Oak desk 95.00\n');
    const { url } = server;
    const list = await fetch(`${url}/api/listings?sellerId=${id}`);
    const [listing] = (await list.json()) as { images: string[] }[];
    expect(listing).toMatchObject({ title: 'Oak desk', price: '95.00', sellerId: id });
    expect((await fetch(new URL(listing?.images[0] ?? '', url))).status).toBe(200);
  });

  it('reads page after page', async () => {
    const { id } = await server.signedIn();
    await createTestListing(database.db, id, { title: 'Pine desk', price: '40.00' });
    const paged = example.replace("limit: '100'", "limit: '1'");
    expect(paged).not.toBe(example);
    const printed = await runAs(id, paged);
    expect(printed.split('\n')).toEqual(['Oak desk 95.00', 'Pine desk 40.00', '']);
  });

  it('throws an error that names the refused field', async () => {
    const { id } = await server.signedIn();
    const refused = runAs(id, example.replace("'Oak desk'", "''"));
    await expect(refused).rejects.toThrow(/status: 400,\s+issues: \[ \{ path: 'title'/);
  });
});
