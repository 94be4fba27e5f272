import type { AppContext } from '../../../app-context.ts';
import { createLogger } from '../../../platform/logger.ts';
import { startInboundMail } from '../../../platform/mailer/inbound-mail.ts';
import { mailClient } from '../../../test/mail-client.ts';
import { createTestConversation } from '../messaging.fixtures.ts';
import { mailReplies } from './receive-reply.ts';
import { replyAddress } from './reply-address.ts';

export const inboundMail = { port: 2525, domain: 'reply.example.com' };

/** Starts a listener on a free port, and returns how a mail server delivers to it. */
export async function startReplies(base: AppContext) {
  const logged: string[] = [];
  const log = createLogger('info', { write: (line) => void logged.push(line) });
  const listener = { host: '127.0.0.1', ...inboundMail, port: 0, log };
  const { port, stop } = await startInboundMail(listener, mailReplies({ ...base, log }));
  return { port, stop, logged, deliver: mailClient(port) };
}

/** Creates a conversation in which the buyer can answer by email. */
export async function createReplyTalk(ctx: AppContext, now?: number) {
  const talk = await createTestConversation(ctx);
  const replier = { conversationId: talk.id, isSeller: false };
  const address = replyAddress(ctx, replier, now) ?? '';
  return {
    ...talk,
    address,
    /** Returns an email of the buyer. Headers replace those that it would have. */
    mail(body: string, headers: Record<string, string> = {}) {
      const all: Record<string, string> = {
        From: `Bob Buyer <${talk.buyer.email}>`,
        To: address,
        Subject: 'Re: New message',
        'Message-ID': `<${crypto.randomUUID()}@mail.example.com>`,
        ...headers,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      return `${lines.join('')}\r\n${body.replaceAll(/\r?\n/g, '\r\n')}\r\n`;
    },
    /** Returns the text of each message, oldest first, with the initial of its sender. */
    async messages() {
      const rows = await ctx.db
        .selectFrom('messages')
        .select(['content', 'senderId'])
        .where('conversationId', '=', talk.id)
        .orderBy('seq')
        .execute();
      return rows.map(
        ({ content, senderId }) => `${senderId === talk.buyer.id ? 'B' : 'S'}: ${content}`,
      );
    },
  };
}
