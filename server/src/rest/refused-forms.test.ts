import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

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

/** Creates a form with a field, followed by more of a file than a connection buffers. */
function formOf(name: string, value: string): Buffer {
  const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const file = Buffer.alloc(2_000_000, 'x');
  const start = `${part(`name="${name}"`)}${value}\r\n${part('name="file"; filename="a.jpg"')}`;
  return Buffer.concat([Buffer.from(start), file, Buffer.from('\r\n--x--\r\n')]);
}

it.each([
  ['/s3/objects', 'token', 403],
  ['/api/upload', 'type', 400],
])('keeps the connection usable after %s refuses a form by its first field', async (...row) => {
  const [path, field, refusal] = row;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { cookie } = await server.signedIn();
  const send = async (to: string, body?: Buffer) => {
    const type = 'multipart/form-data; boundary=x';
    const headers = { cookie, ...(body ? { 'content-type': type } : {}) };
    const sent = request(server.url + to, { agent, headers, method: body ? 'POST' : 'GET' });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await answer.resume().toArray();
    return [answer.statusCode, sent.reusedSocket];
  };
  expect(await send(path, formOf(field, 'wrong'))).toEqual([refusal, false]);
  expect(await send('/healthz')).toEqual([200, true]);
  agent.destroy();
});
