import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { freePort } from '../../test/free-port.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { startWorker } from '../../worker/worker.ts';
import { createTalk, passMinutes } from './unread-mail.fixtures.ts';
import { notificationsRouter } from './notifications.router.ts';
import { mailUnread } from './unread-mail.ts';
import { unsubscribeUrl } from './preferences.ts';

let database: TestDatabase;
let server: TestServer;
let ctx: AppContext;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
const createNotificationsCaller = createCallerFactory(notificationsRouter);

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  mailServer = await startMailServer();
  ctx = mailingContext(mailServer.port);
});
afterEach(() => mailServer.stop());

/** Returns the context of an instance that sends through a mail server on `port`. */
function mailingContext(port: number): AppContext {
  const config = {
    ...server.ctx.config,
    publicUrl: 'https://market.example.org',
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'market@example.org',
  };
  return { ...server.ctx, config, mailbox: null };
}

async function waitingJobs(where = sql`true`): Promise<number> {
  const { rows } = await sql`select 1 from graphile_worker.jobs
    where task_identifier = 'sendMail' and ${where}`.execute(ctx.db);
  return rows.length;
}

/** Runs a worker until all queued emails are sent. */
async function sendAll(): Promise<void> {
  const worker = await startWorker(ctx);
  await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), 15_000);
  await worker.stop();
}

/** Returns the same address on the server under test. */
function here(url: string): string {
  const { pathname, search } = new URL(url);
  return server.url + pathname + search;
}

async function wantsMail({ id }: { id: string }): Promise<boolean> {
  const caller = createNotificationsCaller(
    contextOfUser(ctx, { id, email: '', isAdmin: false, membershipTier: 'free' }),
  );
  return (await caller.preferences()).messages;
}

describe('the delivered email about unread messages', () => {
  it('shows the message, links to the conversation and has a one-click unsubscribe header', async () => {
    const talk = await createTalk(ctx, 'Oak <desk>');
    await talk.write(`One & two\n${'x'.repeat(400)}`);
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    await sendAll();
    const [{ mail, to } = { mail: undefined, to: [] }, ...more] = mailServer.received;
    expect(more).toEqual([]);
    expect(to).toEqual([talk.reader.email]);
    expect(mail?.subject).toBe('New message from Bob <Buyer> about "Oak <desk>"');
    const address = `https://market.example.org/messages?c=${talk.id}`;
    expect(mail?.html).toContain(`href="${address}"`);
    expect(mail?.text).toContain(address);
    expect(mail?.html).toContain(
      `<img src="https://market.example.org/media/${talk.imageId}/320.webp" width="72" height="36" alt="Oak &lt;desk&gt;"`,
    );
    expect(mail?.html).toContain(`One &amp; two<br>${'x'.repeat(290)}…<`);
    expect(mail?.text).toContain(`    One & two\n    ${'x'.repeat(290)}…`);
    for (const part of [mail?.html, mail?.text]) {
      expect(part).not.toContain(talk.writer.email);
      expect(part).toContain('https://market.example.org/settings');
    }
    const header = (key: string) => mail?.headers.find((each) => each.key === key)?.value;
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/market\.example\.org\/unsubscribe\?token=[\w-]+>$/,
    );
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = header('list-unsubscribe')?.slice(1, -1) ?? '';
    expect(mail?.html).toContain(`href="${link}"`);
    expect(link).not.toContain(talk.reader.id);
  });

  it('is sent once after the mail server was down', async () => {
    const port = await freePort();
    ctx = mailingContext(port);
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    const worker = await startWorker(ctx);
    const failed = () => waitingJobs(sql`last_error like '%ECONNREFUSED%' and locked_at is null`);
    await vi.waitFor(async () => expect(await failed()).toBe(1), 10_000);
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    const late = await startMailServer(port);
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), 15_000);
    await worker.stop();
    await late.stop();
    expect(late.received.map(({ to }) => to)).toEqual([[talk.reader.email]]);
  });
});

describe('unsubscribing', () => {
  it.each([
    ['a form', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    [
      'a form in parts',
      () => {
        const form = new FormData();
        form.set('List-Unsubscribe', 'One-Click');
        return form;
      },
    ],
  ])(
    'accepts the one-click request of a mail provider as %s, any number of times',
    async (_what, body) => {
      const talk = await createTalk(ctx);
      const other = await createTalk(ctx);
      const url = here(unsubscribeUrl(ctx, talk.reader.id));
      for (let n = 0; n < 2; n++) {
        const answer = await fetch(url, { method: 'POST', body: body() });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('set-cookie')).toBeNull();
        await answer.text();
      }
      expect(await wantsMail(talk.reader)).toBe(false);
      await talk.write('Hello?');
      await other.write('Hello?');
      await passMinutes(ctx.db, 10);
      await mailUnread(ctx);
      await sendAll();
      expect(mailServer.received.map(({ to }) => to)).toEqual([[other.reader.email]]);
    },
  );

  it.each(['', '?token=', '?token=nonsense', '?token=a&token=b', `?token=${'a'.repeat(2000)}`])(
    'refuses %s',
    async (query) => {
      const answer = await fetch(`${server.url}/unsubscribe${query}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toHaveProperty('message');
    },
  );

  it('refuses the token of a deleted user, and tokens sealed for another purpose', async () => {
    const gone = await createTestUser(ctx.db, { deletedAt: new Date() });
    const caller = createNotificationsCaller(testContext(ctx));
    const tokens = [
      new URL(unsubscribeUrl(ctx, gone.id)).searchParams.get('token') ?? '',
      ctx.secrets.seal({ userId: gone.id, list: 'other' }),
      ctx.secrets.seal('x'),
    ];
    for (const token of tokens) {
      await expect(caller.unsubscribe({ token })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('changes nothing when the link is opened with GET', async () => {
    const { reader } = await createTalk(ctx);
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(here(unsubscribeUrl(ctx, reader.id)), { method });
      await answer.text();
    }
    expect(await wantsMail(reader)).toBe(true);
  });

  it('returns the masked email of the user', async () => {
    const user = await createTestUser(ctx.db, { email: 'jane@example.net' });
    const token = new URL(unsubscribeUrl(ctx, user.id)).searchParams.get('token') ?? '';
    const caller = createNotificationsCaller(testContext(ctx));
    expect(await caller.unsubscribe({ token })).toEqual({
      email: 'j•••@e•••.net',
      list: 'messages',
      search: null,
    });
  });
});

it('stores the choices of a user', async () => {
  const user = await createTestUser(ctx.db);
  const caller = createNotificationsCaller(contextOfUser(ctx, user));
  expect(await caller.preferences()).toEqual({
    messages: true,
    reviews: true,
    deals: true,
    alerts: true,
    listings: true,
    moderation: true,
  });
  expect(await caller.updatePreferences({ messages: false })).toEqual({
    messages: false,
    reviews: true,
    deals: true,
    alerts: true,
    listings: true,
    moderation: true,
  });
  const neither = {
    ...{ messages: false, reviews: false, deals: true, alerts: true, listings: true },
    moderation: true,
  };
  expect(await caller.updatePreferences({ reviews: false })).toEqual(neither);
  expect(await caller.updatePreferences({})).toEqual(neither);
  expect(await caller.preferences()).toEqual(neither);
});
