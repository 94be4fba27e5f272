import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxWebhooks } from '@marketplace/shared/webhooks/constants';
import { webhookUrlText } from '@marketplace/shared/webhooks/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { isPublicAddress } from '../../platform/networks.ts';
import { createTestContext } from '../../test/app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { freePort } from '../../test/free-port.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { runDeliveries, toThisMachine, webhooksOf } from './webhooks.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let sam: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  sam = await createTestUser(ctx.db);
});

const api = () => webhooksOf(ctx, sam);
const webhook = { url: 'https://hooks.example.com/a', events: ['listing.sold' as const] };

describe('a webhook', () => {
  it('has a secret that is shown once and stored sealed, and is mailed to its user', async () => {
    const { secret, ...view } = await api().create(webhook);
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(view).toMatchObject({ ...webhook, enabled: true, disabledReason: null });
    expect(await api().list()).toEqual([view]);
    const stored = await ctx.db.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
    const mails = await queuedMails(ctx, sam.email);
    expect(mails).toMatchObject([{ text: expect.stringContaining(webhook.url) }]);
    expect(JSON.stringify(mails)).not.toContain(secret);
  });

  it('can be changed, turned off and deleted by its user only', async () => {
    const { id } = await api().create(webhook);
    const stranger = webhooksOf(ctx, await createTestUser(ctx.db));
    const changes = { url: 'https://hooks.example.com/b', enabled: false };
    for (const act of [
      () => stranger.update({ id, ...changes }),
      () => stranger.remove({ id }),
      () => stranger.test({ id }),
      () => api().update({ id: 'none', ...changes }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await api().update({ id, ...changes })).toMatchObject({ ...webhook, ...changes });
    await expect(api().test({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await api().update({ id, enabled: true });
    await api().test({ id });
    await api().remove({ id });
    expect(await api().list()).toEqual([]);
    const log = ctx.db.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id);
    expect(await log.execute()).toEqual([]);
  });

  it('is deleted with the account of its user, without a last event', async () => {
    const { id } = await api().create({ ...webhook, events: ['listing.ended'] });
    await createTestListing(ctx.db, sam.id);
    await api().test({ id });
    const session = { id: randomUUID(), user: sam };
    await deleteAccount({ ...contextOfUser(ctx, sam), session }, sam.email);
    const kept = ctx.db.selectFrom('webhooks').select('id').where('userId', '=', sam.id);
    expect(await kept.execute()).toEqual([]);
    const log = ctx.db.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id);
    expect(await log.execute()).toEqual([]);
  });

  it('is one of at most five, also when several are created at once', async () => {
    const created = await Promise.allSettled(
      Array.from({ length: maxWebhooks + 3 }, () => api().create(webhook)),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxWebhooks);
    await expect(api().create(webhook)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://intranet/',
    'https://hooks.example.com:8443/',
    'https://user@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks',
  ])('is refused with the URL %s', async (url) => {
    const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining(webhookUrlText) };
    await expect(api().create({ ...webhook, url })).rejects.toMatchObject(refusal);
    const { id } = await api().create(webhook);
    await expect(api().update({ id, url })).rejects.toMatchObject(refusal);
    expect(await api().list()).toMatchObject([webhook]);
  });
});

it.each([
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '127.0.0.1', '0.0.0.0', '169.254.169.254'],
  ...['100.64.0.1', '100.100.100.200', '192.0.0.192', '168.63.129.16', '224.0.0.1', '240.0.0.1'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:a00:1', '64:ff9b::a00:1', 'fe80::1'],
  ...['fd00:ec2::254', 'fec0::1', 'ff02::1', '2002:7f00:1::', '2001::1', 'not an address'],
])('%s is not a public address', (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

it('the server in docs/api.md accepts genuine events and refuses others', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
  const [example = ''] = page.match(/(?<=^```js\n)[^`]*createHmac[^]*?(?=^```$)/m) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'webhook-example-'));
  await writeFile(
    join(folder, 'server.mjs'),
    example.replace('listen(process.env.PORT)', '$&.once("listening", () => console.log("ready"))'),
  );
  const port = await freePort();
  const here = { ...ctx, outbound: toThisMachine };
  const url = `http://127.0.0.1:${port}/`;
  const { id, secret } = await webhooksOf(here, sam).create({ ...webhook, url });
  const other = await webhooksOf(here, sam).create({ ...webhook, url });
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const server = spawn(process.execPath, ['server.mjs'], { cwd: folder, env });
  await once(server.stdout, 'data');
  await api().test({ id });
  await api().test({ id: other.id });
  await runDeliveries(here);
  expect((await api().deliveries({ id })).items).toMatchObject([{ statusCode: 204 }]);
  expect((await api().deliveries({ id: other.id })).items).toMatchObject([{ statusCode: 401 }]);
  server.kill();
  await rm(folder, { recursive: true });
});
