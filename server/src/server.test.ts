import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from './platform/config.ts';
import { startServer } from './server.ts';
import { createTestDatabase } from './test/database.ts';
import { freePort } from './test/free-port.ts';
import { mailClient } from './test/mail-client.ts';

it('receives replies by email until it is closed', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const mailPort = await freePort();
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: join(inject('filesDirectory'), randomUUID()),
    PORT: String(await freePort()),
    INBOUND_MAIL_PORT: String(mailPort),
    INBOUND_MAIL_DOMAIN: 'reply.example.com',
  });
  const server = await startServer(config, pino({ level: 'silent' }), { web: true, worker: false });
  const deliver = mailClient(mailPort);
  const answer = () => deliver('reply+x@reply.example.com', 'From: a@example.com\r\n\r\nHello');
  expect(await answer()).toBe('550 There is no such address here.');
  await server.close();
  expect(await answer()).toContain('ECONNREFUSED');
});
