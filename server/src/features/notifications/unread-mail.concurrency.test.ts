import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestContext } from '../../test/app-context.ts';
import { draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { createTalk, mailDueAt, passMinutes } from './unread-mail.fixtures.ts';
import { mailUnread } from './unread-mail.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { limiter: createLimiter(database.pool, 1000) });
});
afterAll(() => database.close());

const mailsTo = ({ email }: { email: string }) => queuedMails(ctx, email);

/**
 * Makes the reader's email due. Updates only this reader's rows, to avoid deadlocks with others.
 */
async function makeDue({ id, reader }: { id: string; reader: { id: string } }): Promise<void> {
  await sql`update messages set created_at = created_at - interval '10 minutes'
    where conversation_id = ${id}`.execute(ctx.db);
  await sql`update feeds set mail_due_at = mail_due_at - interval '10 minutes'
    where user_id = ${reader.id}`.execute(ctx.db);
}

it('several workers mail each of a thousand users once, in few statements', async () => {
  const talk = await createTalk(ctx);
  await sql`
      with people as (
        insert into users (email, username)
        select 'many-' || n || '@example.com', 'many-' || n from generate_series(1, 1000) n
        returning id
      ), feeds as (
        insert into feeds (user_id, unread, mail_due_at) select id, 1, now() from people
      ), talks as (
        insert into conversations (listing_id, listing_title, seller_id, buyer_id, last_seq,
          last_message, last_sender_id)
        select listing_id, 'Oak desk', seller_id, people.id, 1, 'Hi', seller_id
        from conversations, people where conversations.id = ${talk.id}
        returning id, seller_id, buyer_id
      ), places as (
        insert into conversation_participants (conversation_id, user_id, other_id, unread)
        select id, buyer_id, seller_id, 1 from talks
      )
      insert into messages (conversation_id, seq, sender_id, client_id, content, created_at)
      select id, 1, seller_id, gen_random_uuid(), 'Hi', now() - interval '10 minutes'
      from talks`.execute(ctx.db);
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const workers = [1, 2].map(() => {
    const pool = createPool({ connectionString: database.url, max: 2 }, () => undefined);
    return { pool, ctx: { ...ctx, pool, db: createDatabase(pool).withPlugin(counting) } };
  });
  await Promise.all(workers.map((worker) => mailUnread(worker.ctx)));
  // A worker may have seen a short batch and stopped while the other had the rest locked.
  await mailUnread(ctx);
  await Promise.all(workers.map(({ pool }) => pool.end()));
  const { rows } = await sql<{ payload: { sealed: string } }>`
      select payload from graphile_worker._private_jobs
      where payload ->> 'sealed' is not null`.execute(ctx.db);
  const receivers = rows
    .map(({ payload }) => (ctx.secrets.unseal(payload.sealed) as { to: string }).to)
    .filter((to) => to.startsWith('many-'));
  expect(receivers).toHaveLength(1000);
  expect(new Set(receivers).size).toBe(1000);
  expect(statements).toBeLessThan(300);
});

it('several workers mail each message once while messages are sent and read', async () => {
  const talks = await Promise.all(Array.from({ length: 6 }, () => createTalk(ctx)));
  const written = new AbortController();
  const sent = talks.map(async (talk, index) => {
    for (let n = 0; n < 25; n++) {
      await talk.write(`No. ${index}-${n}.`);
      await messagingOf(ctx, talk.reader).send({
        conversationId: talk.id,
        ...draft('An answer'),
      });
    }
  });
  const working = [1, 2].map(async () => {
    while (!written.signal.aborted) {
      for (const talk of talks) await makeDue(talk);
      await mailUnread(ctx);
    }
  });
  await Promise.all(sent);
  written.abort();
  await Promise.all(working);
  await passMinutes(ctx.db, 10);
  await mailUnread(ctx);
  for (const [index, talk] of talks.entries()) {
    const mails = await mailsTo(talk.reader);
    const mailed = mails.flatMap((mail) => mail.text.match(/No\. \d+-\d+\./g) ?? []);
    const hidden = mails.map((mail) =>
      Number(/\((\d+) earlier messages?\)/.exec(mail.text)?.[1] ?? 0),
    );
    expect(new Set(mailed).size).toBe(mailed.length);
    expect(mailed.length + hidden.reduce((sum, n) => sum + n, 0)).toBe(25);
    expect(mailed).toContain(`No. ${index}-24.`);
  }
});

it('a worker that dies before the commit changes nothing', async () => {
  const talk = await createTalk(ctx);
  await talk.write('Hello?');
  await passMinutes(ctx.db, 10);
  const due = await mailDueAt(ctx.db, talk.reader);
  const gate = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = ctx.db.transaction().execute(async (tx) => {
    await sql`lock table graphile_worker._private_jobs in share mode`.execute(tx);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const dying = mailUnread(ctx).then(
    () => 'finished',
    () => 'died',
  );
  await vi.waitFor(async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like '%add_jobs%'`.execute(ctx.db);
    expect(rows).toHaveLength(1);
  }, 10_000);
  expect(await dying).toBe('died');
  gate.resolve();
  await holding;
  expect(await mailDueAt(ctx.db, talk.reader)).toEqual(due);
  expect(await mailsTo(talk.reader)).toEqual([]);
  await mailUnread(ctx);
  expect(await mailsTo(talk.reader)).toHaveLength(1);
});

it('a worker skips a locked conversation and mails about it in the next run', async () => {
  const talk = await createTalk(ctx);
  await talk.write('Hello?');
  await passMinutes(ctx.db, 10);
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select 1 from conversation_participants
      where conversation_id = ${talk.id} for update`.execute(tx);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
  });
  await passMinutes(ctx.db, 1);
  await mailUnread(ctx);
  expect(await mailsTo(talk.reader)).toHaveLength(1);
});
