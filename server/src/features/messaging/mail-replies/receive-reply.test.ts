import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import type { AppContext } from '../../../app-context.ts';
import { createLimiter } from '../../../platform/limiter.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { messagingOf } from '../messaging.fixtures.ts';
import { createReplyTalk, inboundMail, startReplies } from './mail-replies.fixtures.ts';
import { replyAddress } from './reply-address.ts';

let database: TestDatabase;
let ctx: AppContext;
let replies: Awaited<ReturnType<typeof startReplies>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const base = createTestContext(database, { limiter: createLimiter(database.pool, 1_000) });
  ctx = { ...base, config: { ...base.config, inboundMail } };
  replies = await startReplies(ctx);
});
afterAll(async () => {
  await replies.stop();
  await database.close();
});

const dayMs = 24 * 60 * 60 * 1000;
const results = 'Authentication-Results: mx;';
const accepted = expect.stringMatching(/^250 /);

describe('a reply by email', () => {
  it('is a message of the person whose address it is, in any case of letters', async () => {
    const talk = await createReplyTalk(ctx);
    expect(await replies.deliver(talk.address, talk.mail('Yes, at 5.'))).toEqual(accepted);
    const seller = replyAddress(ctx, { conversationId: talk.id, isSeller: true }) ?? '';
    const answer = talk.mail('See you', { From: talk.seller.email.toUpperCase() });
    expect(await replies.deliver(seller.toUpperCase(), answer)).toEqual(accepted);
    expect(await talk.messages()).toEqual(['B: Yes, at 5.', 'S: See you']);
    expect(seller.indexOf('@')).toBeLessThanOrEqual(64);
  });

  it('is one message if it arrives twice, also at once on two servers', async () => {
    const talk = await createReplyTalk(ctx);
    const second = await startReplies(ctx);
    const mail = talk.mail('Once');
    const copies = [replies, second, replies, second].map((to) => to.deliver(talk.address, mail));
    expect(await Promise.all(copies)).toEqual(Array(4).fill(accepted));
    expect(await replies.deliver(talk.address, mail)).toEqual(accepted);
    await second.stop();
    expect(await talk.messages()).toEqual(['B: Once']);
  });

  it('is one message without a Message-ID too', async () => {
    const talk = await createReplyTalk(ctx);
    const raw = (text: string) => `From: ${talk.buyer.email}\r\n\r\n${text}\r\n`;
    for (const text of ['One', 'One', 'Two']) await replies.deliver(talk.address, raw(text));
    expect(await talk.messages()).toEqual(['B: One', 'B: Two']);
  });

  it('says what was attached, and leaves it out', async () => {
    const talk = await createReplyTalk(ctx);
    const part = '--x\nContent-Type: image/png\nContent-Disposition: attachment\n\nAAAA\n';
    const body = (text: string) => `--x\n\n${text}\n${part}${part}--x--`;
    const type = { 'Content-Type': 'multipart/mixed; boundary=x' };
    await replies.deliver(talk.address, talk.mail(body('As shown'), type));
    expect(await replies.deliver(talk.address, talk.mail(body(''), type))).toBe(
      '550 Your reply has no text. To send photos, open the conversation.',
    );
    expect(await talk.messages()).toEqual(['B: As shown\n\n(2 attachments were left out.)']);
  });

  it('says nothing about the logo of a signature', async () => {
    const talk = await createReplyTalk(ctx);
    const html = 'Content-Type: text/html\n\n<p>Deal.</p><img src="cid:logo">';
    const logo = 'Content-Type: image/png\nContent-ID: <logo>\nContent-Disposition: inline\n\nAAAA';
    const type = { 'Content-Type': 'multipart/related; boundary=x' };
    await replies.deliver(talk.address, talk.mail(`--x\n${html}\n--x\n${logo}\n--x--`, type));
    expect(await talk.messages()).toEqual(['B: Deal.']);
  });

  it('is accepted if the mail server in front verified its sender', async () => {
    const talk = await createReplyTalk(ctx);
    const results = [
      'mx; spf=fail; dkim=pass; dmarc=pass',
      'mx; spf=softfail; dkim=pass',
      'mx; dmarc=none',
    ];
    for (const result of results) {
      const mail = talk.mail(result, { 'Authentication-Results': result });
      const relayed = mail.replace('\r\n\r\n', '\r\nAuthentication-Results: x; dmarc=fail\r\n\r\n');
      expect(await replies.deliver(talk.address, relayed)).toEqual(accepted);
    }
    expect(await talk.messages()).toHaveLength(3);
  });
});

describe('an email is refused', () => {
  it('if this server did not make its address', async () => {
    const talk = await createReplyTalk(ctx);
    const other = await createReplyTalk(ctx);
    const changed = talk.address.replace(/(?<=\+.{20})./, (digit) => (digit === '0' ? '1' : '0'));
    const mixed = talk.address.slice(0, 40) + other.address.slice(40);
    const elsewhere = talk.address.replace('reply.example.com', 'example.com');
    for (const to of [changed, mixed, elsewhere, 'reply+@reply.example.com', 'a@b.example']) {
      const answer = await replies.deliver(to, talk.mail('Hello'));
      expect(answer).toBe('550 There is no such address here.');
    }
    expect(await talk.messages()).toEqual([]);
  });

  it('after 30 days', async () => {
    const old = await createReplyTalk(ctx, Date.now() - 32 * dayMs);
    expect(await replies.deliver(old.address, old.mail('Late'))).toBe(
      `550 You can reply by email for 30 days. Open http://localhost:3000/messages?c=${old.id}`,
    );
    const recent = await createReplyTalk(ctx, Date.now() - 29 * dayMs);
    expect(await replies.deliver(recent.address, recent.mail('In time'))).toEqual(accepted);
  });

  it.each<[string, RegExp, string]>([
    ['another sender', /^From: .*/, 'From: eve@example.com'],
    ['two senders', /^From: .*/, '$&, eve@example.com'],
    ['a second header with a sender', /^From: .*/, 'From: eve@example.com\r\n$&'],
    ['its sender as a name', /^From: .*<(.*)>/, 'From: "$1" <eve@example.com>'],
    ['no sender', /^From: .*\r\n/, ''],
    ['failed DMARC', /^/, 'Authentication-Results: mx; dkim=pass; dmarc=fail\r\n'],
    ['failed SPF', /^/, 'Authentication-Results: mx;\r\n spf=softfail smtp.mailfrom=x\r\n'],
    [
      'DMARC that failed in a second header',
      /^/,
      `${results} spf=pass\r\n${results} dmarc=fail\r\n`,
    ],
    ['failed DKIM', /^/, 'Authentication-Results: mx; dkim=fail\r\n'],
  ])('with %s', async (_what, header, changed) => {
    const talk = await createReplyTalk(ctx);
    const mail = talk.mail('Hello').replace(header, changed);
    expect(await replies.deliver(talk.address, mail)).toBe(
      '550 Send your reply from the email address of your account.',
    );
    expect(await talk.messages()).toEqual([]);
  });

  it('if the person cannot send the message, with the reason', async () => {
    const talk = await createReplyTalk(ctx);
    const deliver = (text: string) => replies.deliver(talk.address, talk.mail(text));
    expect(await deliver('> only a quotation')).toBe('550 Your reply has no text.');
    const long = `550 A message can have up to ${messageMaxLength} characters.`;
    expect(await deliver('word '.repeat(messageMaxLength / 5) + '12')).toBe(long);
    await messagingOf(ctx, talk.seller).block({ userId: talk.buyer.id });
    expect(await deliver('Hello')).toMatch(/^550 .*deliver/);
    const deactivate = (id: string) =>
      ctx.db.updateTable('users').set({ deactivatedAt: new Date() }).where('id', '=', id).execute();
    await deactivate(talk.seller.id);
    expect(await deliver('Hello')).toMatch(/^550 This person has left the marketplace/);
    await deactivate(talk.buyer.id);
    expect(await deliver('Hello')).toBe("550 Your account can't send messages.");
    await ctx.db.deleteFrom('conversations').where('id', '=', talk.id).execute();
    expect(await deliver('Hello')).toBe('550 Conversation not found');
    expect(await talk.messages()).toEqual([]);
  });

  it('with a temporary error above the limit of emails', async () => {
    const talk = await createReplyTalk(ctx);
    const strict = await startReplies({ ...ctx, limiter: createLimiter(database.pool, 1e-9) });
    expect(await strict.deliver(talk.address, talk.mail('One'))).toEqual(accepted);
    const answer = await strict.deliver(talk.address, talk.mail('Two'));
    expect(answer).toMatch(/^451 You can send 1 replies by email in an hour\. Please wait/);
    await strict.stop();
    expect(await talk.messages()).toEqual(['B: One']);
  });
});

describe('an automatic email is dropped', () => {
  it.each([
    ['Auto-Submitted', 'auto-replied (vacation)'],
    ['Auto-Submitted', 'auto-generated'],
    ['Precedence', 'bulk'],
    ['Precedence', 'list'],
    ['X-Auto-Response-Suppress', 'All'],
  ])('with %s: %s', async (name, value) => {
    const talk = await createReplyTalk(ctx);
    const before = replies.logged.length;
    const answer = await replies.deliver(talk.address, talk.mail('Away', { [name]: value }));
    expect(answer).toEqual(accepted);
    expect(replies.logged.slice(before).join('')).toContain('An automatic email was dropped.');
    expect(await talk.messages()).toEqual([]);
  });

  it('if it is a bounce, which has no sender', async () => {
    const talk = await createReplyTalk(ctx);
    const answer = await replies.deliver(talk.address, talk.mail('Undeliverable'), '');
    expect(answer).toEqual(accepted);
    expect(replies.logged.at(-1)).toContain('A bounced email was dropped.');
    expect(await talk.messages()).toEqual([]);
  });

  it('but not with Auto-Submitted: no', async () => {
    const talk = await createReplyTalk(ctx);
    await replies.deliver(talk.address, talk.mail('By hand', { 'Auto-Submitted': 'no' }));
    expect(await talk.messages()).toEqual(['B: By hand']);
  });
});

it('logs no address and no text', () => {
  expect(replies.logged.length).toBeGreaterThan(10);
  expect(replies.logged.join('')).not.toMatch(/reply\+|@|Hello/);
});
