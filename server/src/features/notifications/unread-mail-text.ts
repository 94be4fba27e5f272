import { escapeHtml } from '@marketplace/shared/texts';
import { imagePath } from '@marketplace/shared/media/urls';
import type { MessageKind } from '@marketplace/shared/messaging/timeline';
import { displayName, personName } from '@marketplace/shared/users/names';
import * as mail from '../../platform/mailer/mail-page.ts';
import { oneLine, quiet } from '../../platform/mailer/mail-page.ts';

export interface UnreadConversation {
  id: string;
  /** True if the reader is the seller. */
  isSeller: boolean;
  listingTitle: string;
  imageId: string | null;
  width: number;
  height: number;
  // `firstName` to `isDeleted` describe the other person.
  firstName: string | null;
  lastName: string | null;
  username: string;
  isDeleted: boolean;
  /** How many messages are unread and were in no email. */
  count: number;
  /** The newest of those messages, oldest first, shortened. */
  messages: { kind: MessageKind; content: string }[];
}

/** The content of one email. */
export interface UnreadMessages {
  conversations: UnreadConversation[];
  /** How many messages are unread and were in no email, in all conversations. */
  count: number;
  /** Seconds since the oldest of those messages was sent. */
  waited: number;
}

/** `replyTo` is set if the reader can answer by email. */
type Site = mail.MailSite & { unsubscribeUrl: string; replyTo?: string | undefined };
type Unread = UnreadConversation['messages'][number];

/** Returns the email about unread messages. It contains no email address of any user. */
export function unreadMail(unread: UnreadMessages, site: Site) {
  const subject = subjectOf(unread);
  return { subject, text: textOf(unread, site), html: htmlOf(unread, { site, subject }) };
}

function subjectOf({ conversations, count }: UnreadMessages): string {
  const [only] = conversations;
  if (count !== 1 || !only) return `You have ${count} unread messages`;
  const kind = only.messages.at(-1)?.kind;
  const what = kind === 'text' ? 'New message' : kind === 'photo' ? 'New photos' : 'Update';
  return `${what} from ${nameOf(only)} about "${oneLine(only.listingTitle)}"`;
}

/** Only a text is in the sender's words. Any other kind is a sentence about what happened. */
function messageText({ kind, content }: Unread): string {
  return kind === 'text' ? mail.indented(content) : oneLine(content);
}

function messageHtml({ kind, content }: Unread): string {
  if (kind === 'text') return mail.quoted(content);
  return `<p style="margin:0 0 8px;font-weight:600;word-break:break-word">${escapeHtml(oneLine(content))}</p>`;
}

const replyHint = 'Reply to this email to answer, or open the conversation';

function nameOf(conversation: UnreadConversation): string {
  return conversation.isDeleted ? personName(null) : oneLine(displayName(conversation));
}

function conversationUrl({ publicUrl }: Site, { id }: UnreadConversation): string {
  return `${publicUrl}/messages?c=${id}`;
}

/** Returns '3 earlier messages', or '' if the email shows all of them. */
function earlier({ count, messages }: UnreadConversation): string {
  return count > messages.length ? counted(count - messages.length, 'earlier ') : '';
}

function counted(count: number, which = ''): string {
  return count === 1 ? `1 ${which}message` : `${count} ${which}messages`;
}

function leftOutText({ conversations, count }: UnreadMessages): string {
  const leftOut = count - conversations.reduce((sum, one) => sum + one.count, 0);
  return leftOut > 0 ? `And ${counted(leftOut)} in other conversations` : '';
}

function leadOf({ count }: UnreadMessages): string {
  return `You have ${count === 1 ? 'an unread message' : `${count} unread messages`}.`;
}

function footerOf({ count }: UnreadMessages, site: Site) {
  const what = count === 1 ? 'an unread message' : 'unread messages';
  return mail.unsubscribeFooter(`You're receiving this email because you have ${what}`, site);
}

function textOf(unread: UnreadMessages, site: Site): string {
  const sections = unread.conversations.map((conversation) =>
    [
      `${nameOf(conversation)} about "${oneLine(conversation.listingTitle)}":`,
      ...(earlier(conversation) ? [`(${earlier(conversation)})`] : []),
      ...conversation.messages.map(messageText),
      `${site.replyTo ? `${replyHint}:` : 'Reply:'} ${conversationUrl(site, conversation)}`,
    ].join('\n\n'),
  );
  const rest = leftOutText(unread);
  return `${leadOf(unread)}

${sections.join('\n\n----\n\n')}
${rest && `\n----\n\n${rest}: ${site.publicUrl}/messages\n`}
${footerOf(unread, site).text}`;
}

const separator = '\n<hr style="margin:28px 0;border:0;border-top:1px solid #e0e6e3">\n';

function htmlOf(unread: UnreadMessages, { site, subject }: { site: Site; subject: string }) {
  const messagesUrl = escapeHtml(`${site.publicUrl}/messages`);
  const rest = leftOutText(unread);
  const content = `<p style="margin:0 0 24px">${leadOf(unread)}</p>
${unread.conversations.map((conversation) => conversationHtml(conversation, site)).join(separator)}
${rest && `${separator}<p style="margin:0"><a href="${messagesUrl}" style="color:#1f6f58">${rest}</a></p>`}`;
  return mail.mailPage({ subject, content, footer: footerOf(unread, site).html }, site);
}

function conversationHtml(conversation: UnreadConversation, site: Site): string {
  const title = escapeHtml(oneLine(conversation.listingTitle));
  const name = escapeHtml(nameOf(conversation));
  const before = earlier(conversation);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px">
<tr>${pictureCell(conversation, site)}<td valign="middle" style="${mail.font};font-size:16px;line-height:1.4;color:#1d2b26;word-break:break-word"><strong style="font-weight:600">${title}</strong><br><span style="font-size:14px;${quiet}">${name}</span></td></tr>
</table>
${before && `<p style="margin:0 0 8px;font-size:14px;${quiet}">${before}</p>`}
${conversation.messages.map(messageHtml).join('\n')}
${site.replyTo ? `<p style="margin:16px 0 0">${replyHint}.</p>` : ''}
${mail.button(conversationUrl(site, conversation), 'Read and reply')}`;
}

/** Returns a table cell with the listing's picture, scaled to at most 72 px on each side. */
function pictureCell(conversation: UnreadConversation, { publicUrl }: Site): string {
  if (!conversation.imageId) return '';
  const scale = 72 / Math.max(conversation.width, conversation.height);
  const width = Math.max(1, Math.round(conversation.width * scale));
  const height = Math.max(1, Math.round(conversation.height * scale));
  const address = escapeHtml(publicUrl + imagePath(conversation.imageId, 320));
  const title = escapeHtml(oneLine(conversation.listingTitle));
  return `<td width="${width}" valign="middle" style="padding:0 14px 0 0"><img src="${address}" width="${width}" height="${height}" alt="${title}" style="display:block;border:0;border-radius:8px;font-size:11px;line-height:1.3"></td>`;
}
