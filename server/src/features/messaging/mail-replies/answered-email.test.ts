import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Email } from 'postal-mime';
import type { AppContext } from '../../../app-context.ts';
import { createLimiter } from '../../../platform/limiter.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { startWorker } from '../../../worker/worker.ts';
import { addTalk, createTalk, passMinutes } from '../../notifications/unread-mail.fixtures.ts';
import { mailUnread } from '../../notifications/unread-mail.ts';
import { messagingOf } from '../messaging.fixtures.ts';
import { inboundMail, startReplies } from './mail-replies.fixtures.ts';

let database: TestDatabase;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
let replies: Awaited<ReturnType<typeof startReplies>>;
let ctx: AppContext;
let arrived = Promise.withResolvers<void>();

beforeAll(async () => {
  database = await createTestDatabase();
  mailServer = await startMailServer(0, async () => void setImmediate(arrived.resolve));
  const base = createTestContext(database, { limiter: createLimiter(database.pool, 1_000) });
  const smtpUrl = `smtp://127.0.0.1:${mailServer.port}`;
  const mailFrom = 'Marketplace <support@example.org>';
  const config = { ...base.config, inboundMail, smtpUrl, mailFrom };
  ctx = { ...base, config, mailbox: null };
  worker = await startWorker(ctx);
  replies = await startReplies(ctx);
});
afterAll(async () => {
  await replies.stop();
  await worker.stop();
  await mailServer.stop();
  await database.close();
});

/** Returns the email about what is unread, as it arrives. */
async function nextMail(from = ctx): Promise<Email> {
  arrived = Promise.withResolvers();
  await passMinutes(ctx.db, 10);
  await mailUnread(from);
  await arrived.promise;
  const last = mailServer.received.at(-1);
  if (!last) throw new Error('No email arrived.');
  return last.mail;
}

/** Answers an email as Gmail does. Returns where it went. */
async function answer(mail: Email, from: string, text: string): Promise<string> {
  const to = mail.replyTo?.[0]?.address ?? '';
  const lines = [
    ...[`From: <${from}>`, `To: ${to}`, `Subject: Re: ${mail.subject}`, `Message-ID: <${to}>`],
    ...[`In-Reply-To: ${mail.messageId}`, '', text, ''],
    ...['On Fri, Nov 27, 2026 at 10:00 AM Marketplace <support@example.org> wrote:', ''],
    ...(mail.text ?? '').split('\n').map((line) => `> ${line}`),
  ];
  expect(await replies.deliver(to, lines.join('\r\n'), from)).toMatch(/^250 /);
  return to;
}

it('an email about messages is answered by email, in both directions', async () => {
  const { id, reader, writer, write, read } = await createTalk(ctx);
  await write('Is 5 fine?');
  const toSeller = await nextMail();
  expect(toSeller.text).toContain(
    `Reply to this email to answer, or open the conversation: http://localhost:3000/messages?c=${id}`,
  );
  expect(toSeller.html).toContain('Reply to this email to answer, or open the conversation.');
  const sellersAddress = await answer(toSeller, reader.email, 'Yes.');
  const toBuyer = await nextMail();
  expect(toBuyer.text).toContain('    Yes.\n');
  const buyersAddress = await answer(toBuyer, writer.email, 'See you');
  expect(buyersAddress).not.toBe(sellersAddress);
  const { items } = await messagingOf(ctx, reader).history({ conversationId: id });
  expect(items.map(({ senderId, content }) => [senderId, content])).toEqual([
    [writer.id, 'See you'],
    [reader.id, 'Yes.'],
    [writer.id, 'Is 5 fine?'],
  ]);
  await read(3);
});

it('an email about several conversations, or without this setting, cannot be answered', async () => {
  const talk = await createTalk(ctx);
  await talk.write('First');
  const other = await addTalk(ctx, { reader: talk.reader, title: 'Lamp' });
  await other.write('Second');
  const withTwo = await nextMail();
  await talk.write('Third');
  const config = { ...ctx.config, inboundMail: undefined };
  const without = await nextMail({ ...ctx, config });
  for (const { replyTo, text, html } of [withTwo, without]) {
    expect(replyTo).toBeUndefined();
    expect(text + html!).not.toContain('Reply to this email');
  }
});
