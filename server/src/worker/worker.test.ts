import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { queueMail } from '../platform/mailer/queue-mail.ts';
import { askForCode, openBrowser } from '../test/browser.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';
import { startMailServer } from '../test/mail-server.ts';
import { createTestContext } from '../test/app-context.ts';
import { startWorker } from './worker.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

/** Returns the context of a server that sends through a mail server on `port`. */
function mailingContext(port: number, brand = ctx.config.brand): AppContext {
  const config = {
    ...ctx.config,
    brand,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'Buy, "Sell" <market@example.org>',
  };
  return { ...ctx, config, mailbox: null };
}

const waitingJobs = async () =>
  (await sql`select 1 from graphile_worker.jobs where task_identifier = 'sendMail'`.execute(ctx.db))
    .rows.length;

const content = { subject: 'S', text: 'T', html: '<p>H</p>' };

describe('mail', () => {
  it('arrives readable as HTML and as text, with the code in both', async () => {
    const server = await startMailServer();
    const brand = {
      productName: 'Bits & <b>Bobs</b>',
      operatorName: 'O',
      supportEmail: 'help@example.org',
    };
    const mailing = mailingContext(server.port, brand);
    const email = 'jane+market@example.com';
    const { code } = await askForCode(mailing, openBrowser(mailing), email);
    const worker = await startWorker(mailing);
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    await worker.stop();
    await server.stop();
    const { mail, to } = server.received[0]!;
    expect(to).toEqual([email]);
    expect(mail.subject).toBe('Your Bits & <b>Bobs</b> sign-in code');
    expect(mail.from).toMatchObject({ name: 'Buy, "Sell"', address: 'market@example.org' });
    expect(mail.text).toContain(code);
    expect(mail.text).toContain('expires in 10 minutes');
    expect(mail.text).toContain(mailing.config.publicUrl);
    expect(mail.html).toContain(`>${code}</p>`);
    expect(mail.html).toContain('Bits &amp; &lt;b&gt;Bobs&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>');
    expect(mail.html).toContain(`href="${mailing.config.publicUrl}/"`);
    expect(mail.html).not.toMatch(/<(script|img|link)/);
  });

  it('is sent once when the mail server is back after it was down', async () => {
    const port = await freePort();
    const mailing = mailingContext(port);
    await queueMail(ctx.db, ctx.secrets, { to: 'down@example.com', ...content });
    const worker = await startWorker(mailing);
    const failed = async () =>
      (
        await sql`select 1 from graphile_worker.jobs where last_error like '%ECONNREFUSED%' and locked_at is null`.execute(
          ctx.db,
        )
      ).rows;
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1));
    const server = await startMailServer(port);
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0));
    await worker.stop();
    await server.stop();
    expect(server.received.map(({ to }) => to)).toEqual([['down@example.com']]);
  });

  it('is dropped when it is too late, replaced by a newer one with the same key, and not sent after a rollback', async () => {
    const server = await startMailServer();
    const queue = (mail: Partial<Parameters<typeof queueMail>[2]>, db = ctx.db) =>
      queueMail(db, ctx.secrets, { to: 'a@example.com', ...content, ...mail });
    await queue({ subject: 'late', dropAfter: new Date(Date.now() - 1) });
    await queue({ subject: 'replaced', key: 'k' });
    await queue({ subject: 'newer', key: 'k' });
    const rolledBack = ctx.db.transaction().execute(async (tx) => {
      await queueMail(tx, ctx.secrets, { to: 'a@example.com', ...content, subject: 'undone' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    const worker = await startWorker(mailingContext(server.port));
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0));
    await worker.stop();
    await server.stop();
    expect(server.received.map(({ mail }) => mail.subject)).toEqual(['newer']);
  });

  it('is refused with several receivers or a smuggled header', async () => {
    const queue = (mail: Partial<Parameters<typeof queueMail>[2]>) =>
      queueMail(ctx.db, ctx.secrets, { to: 'a@example.com', ...content, ...mail });
    await expect(queue({ to: 'a@example.com, b@example.com' })).rejects.toThrow('receiver');
    await expect(queue({ to: 'a@example.com\r\nBcc: b@example.com' })).rejects.toThrow('receiver');
    await expect(queue({ subject: 'x\r\nBcc: b@example.com' })).rejects.toThrow('subject');
    expect(await waitingJobs()).toBe(0);
  });

  it('lands in the mailbox without a mail server, newest first', async () => {
    const worker = await startWorker(ctx);
    onTestFinished(() => worker.stop());
    for (const subject of ['one', 'two']) {
      await queueMail(ctx.db, ctx.secrets, { to: 'a@example.com', ...content, subject });
      await vi.waitFor(async () => expect((await ctx.mailbox!.list())[0]?.subject).toBe(subject));
    }
    expect((await ctx.mailbox!.list()).map((mail) => mail.subject)).toEqual(['two', 'one']);
  });
});

describe('the worker', () => {
  async function mailArrives(to: string): Promise<void> {
    await queueMail(ctx.db, ctx.secrets, { to, ...content });
    await vi.waitFor(async () => expect((await ctx.mailbox!.list())[0]?.to).toBe(to));
  }

  it('continues after its database connections were cut', async () => {
    const worker = await startWorker(ctx);
    onTestFinished(() => worker.stop());
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(ctx.db);
    await mailArrives('cut@example.com');
  });

  it('continues when its first query for jobs failed', async () => {
    const locked = await ctx.pool.connect();
    onTestFinished(() => locked.release());
    await locked.query('begin');
    await locked.query('lock table graphile_worker._private_tasks in exclusive mode');
    const worker = await startWorker(ctx);
    onTestFinished(() => worker.stop());
    await vi.waitFor(async () => {
      const ended = await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
      expect(ended.rows).not.toEqual([]);
    });
    await locked.query('rollback');
    await mailArrives('first@example.com');
  });

  it('stops at once when idle, even if `stop` is called twice', async () => {
    const worker = await startWorker(ctx);
    await worker.stop();
    await worker.stop();
  });
});
