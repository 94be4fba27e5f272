import { sendMessageInput } from '@marketplace/shared/messaging/inputs';
import type { AppContext } from '../../../app-context.ts';
import { assertNotSuspended } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { perHour } from '../../../platform/limiter.ts';
import type { InboundMail } from '../../../platform/mailer/inbound-mail.ts';
import { suspensionOf } from '../../users/users.ts';
import { sendMessage } from '../send-message.ts';
import { readReply, type ReplyMail } from './read-reply.ts';
import { readReplyAddress, type Replier, toUuid } from './reply-address.ts';

const repliesByMail = perHour(
  'mail-reply',
  60,
  'You can send {points} replies by email in an hour.',
);

type ReplyContext = Pick<
  AppContext,
  'config' | 'db' | 'pool' | 'hub' | 'limiter' | 'screener' | 'secrets' | 'log'
>;

/** Returns what the server does with emails to reply addresses. */
export function mailReplies(ctx: ReplyContext): InboundMail {
  return {
    checkAddress: (address) => void readReplyAddress(ctx, address),
    receive: (address, raw) => receiveReply(ctx, address, raw),
  };
}

/**
 * Sends an email to the reply address `to` as a message of the person whose address it is. The same
 * email again is the same message. Drops automatic emails. Throws BAD_REQUEST for an email without
 * a text or with one that is too long, FORBIDDEN for another sender, and like `readReplyAddress` and
 * `sendMessage`.
 */
async function receiveReply(ctx: ReplyContext, to: string, raw: Buffer): Promise<void> {
  const replier = readReplyAddress(ctx, to);
  const { conversationId } = replier;
  const person = await findPerson(ctx, replier);
  await ctx.limiter.take(repliesByMail, person.id);
  const mail = await readReply(raw);
  if (mail.isAutomatic) {
    ctx.log.info({ conversationId }, 'An automatic email was dropped.');
    return;
  }
  if (mail.from !== person.email || mail.failedChecks) {
    throw new AppError('FORBIDDEN', 'Send your reply from the email address of your account.');
  }
  const hash = ctx.secrets.hash('mail-reply', `${conversationId} ${person.id} ${mail.id}`);
  const clientId = toUuid(hash.toString('hex', 0, 16));
  const input = sendMessageInput.safeParse({ conversationId, clientId, content: contentOf(mail) });
  if (!input.success) throw new AppError('BAD_REQUEST', input.error.issues[0]?.message ?? '');
  const { id: senderId, standing } = person;
  await sendMessage(ctx, { ...input.data, senderId, standing });
}

async function findPerson({ db }: ReplyContext, { conversationId, isSeller }: Replier) {
  const person = await db
    .selectFrom('conversations as c')
    .innerJoin('users as u', 'u.id', isSeller ? 'c.sellerId' : 'c.buyerId')
    .select(['u.id', 'u.email', 'u.standing', 'u.deactivatedAt', 'u.deletedAt'])
    .select(['u.suspendedUntil', 'u.suspensionReason'])
    .where('c.id', '=', conversationId)
    .executeTakeFirstOrThrow(() => notFound('Conversation'));
  assertNotSuspended(suspensionOf(person));
  if (!person.deactivatedAt && !person.deletedAt) return person;
  throw new AppError('FORBIDDEN', "Your account can't send messages.");
}

/** Both people see what the email had beside its text. */
function contentOf({ text, attachments }: ReplyMail): string {
  if (!text) {
    const reason = 'Your reply has no text.';
    const hint = ' To send photos, open the conversation.';
    throw new AppError('BAD_REQUEST', attachments > 0 ? reason + hint : reason);
  }
  if (attachments === 0) return text;
  const what = attachments === 1 ? 'An attachment was' : `${attachments} attachments were`;
  return `${text}\n\n(${what} left out.)`;
}
