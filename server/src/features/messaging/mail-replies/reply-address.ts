import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../errors.ts';
import { isSameSecret } from '../../../platform/secrets.ts';

/** One of the two people of a conversation, to whom a reply address belongs. */
export interface Replier {
  conversationId: string;
  isSeller: boolean;
}

type AddressContext = Pick<AppContext, 'secrets'> & {
  config: Pick<AppContext['config'], 'inboundMail' | 'publicUrl'>;
};

/** How long an address accepts replies, in days. */
const replyDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Lengths in bytes. The tag of 128 bits is a truncated HMAC. */
const contentBytes = 19;
const tagBytes = 16;

/**
 * Returns the address where one person can answer a conversation by email for 30 days, or undefined
 * if replies by email are off. Its 35 bytes are 56 digits of base 32: a local part has at most 64
 * characters, and mail servers may change their case.
 */
export function replyAddress(
  { secrets, config }: AddressContext,
  { conversationId, isSeller }: Replier,
  now = Date.now(),
): string | undefined {
  if (!config.inboundMail) return undefined;
  const content = Buffer.alloc(contentBytes);
  content.write(conversationId.replaceAll('-', ''), 'hex');
  content.writeUInt8(Number(isSeller), 16);
  content.writeUInt16BE(Math.ceil(now / dayMs) + replyDays, 17);
  const token = Buffer.concat([content, tagOf(secrets, content)]).toString('hex');
  const digits = BigInt(`0x${token}`).toString(32).padStart(56, '0');
  return `reply+${digits}@${config.inboundMail.domain}`;
}

/**
 * Returns whose address it is. Throws NOT_FOUND for an address that this server did not make, and
 * FORBIDDEN for one that has expired.
 */
export function readReplyAddress({ secrets, config }: AddressContext, address: string): Replier {
  const [, digits = '', domain = ''] = /^reply\+([\da-v]{56})@(.+)$/i.exec(address) ?? [];
  const value = [...digits].reduce((sum, digit) => sum * 32n + BigInt(parseInt(digit, 32)), 0n);
  const token = Buffer.from(value.toString(16).padStart(70, '0'), 'hex');
  const [content, tag] = [token.subarray(0, contentBytes), token.subarray(contentBytes)];
  const isOurs =
    domain.toLowerCase() === config.inboundMail?.domain &&
    isSameSecret(tag.toString('hex'), tagOf(secrets, content).toString('hex'));
  if (!isOurs) throw new AppError('NOT_FOUND', 'There is no such address here.');
  const conversationId = toUuid(content.toString('hex', 0, 16));
  if (Date.now() >= content.readUInt16BE(17) * dayMs) {
    const url = `${config.publicUrl}/messages?c=${conversationId}`;
    throw new AppError('FORBIDDEN', `You can reply by email for ${replyDays} days. Open ${url}`);
  }
  return { conversationId, isSeller: content.readUInt8(16) === 1 };
}

/** Formats 32 hexadecimal digits as a UUID. */
export function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function tagOf(secrets: AppContext['secrets'], content: Buffer): Buffer {
  return secrets.hash('reply-address', content.toString('hex')).subarray(0, tagBytes);
}
