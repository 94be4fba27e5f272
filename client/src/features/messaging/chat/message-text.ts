/** A piece of plain text, or a web address with its link. */
interface TextPiece {
  text: string;
  /** Always http or https. */
  href?: string;
  /** The host that the link leads to, if its text does not show that plainly. */
  host?: string;
}

const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"]+/giu;

/** Splits a message into text and web addresses: http, https and 'www.'. Loses no character. */
export function linkify(message: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of message.matchAll(candidate)) {
    const text = withoutClosing(match[0]);
    const href = hrefOf(text);
    if (!href) continue;
    if (match.index > end) pieces.push({ text: message.slice(end, match.index) });
    const host = hiddenHost(text, href);
    pieces.push({ text, href, ...(host && { host }) });
    end = match.index + text.length;
  }
  if (end < message.length) pieces.push({ text: message.slice(end) });
  return pieces;
}

/** How many parts a host may have until its end, which decides whose site it is, is hard to find. */
const plainParts = 3;

/**
 * Returns the host of a link that its text does not show plainly: one with letters that look like
 * others, in the encoded form, or with many parts, such as 'bank.example.com.evil.example'.
 */
function hiddenHost(text: string, href: string): string | null {
  const { hostname } = new URL(href);
  const written = text.toLowerCase().replace(/^https?:\/\//u, '');
  const parts = hostname.replace(/^www\./u, '').split('.').length;
  return written.startsWith(hostname) && parts <= plainParts ? null : hostname;
}

function hrefOf(text: string): string | null {
  const address = /^https?:/iu.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  // A name or password before the host can make an address look like another site's.
  if (!url || !/^https?:$/u.test(url.protocol) || url.username || url.password) return null;
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : null;
}

/** Removes the punctuation, quotes and unmatched brackets that end the sentence. */
function withoutClosing(text: string): string {
  let rest = text;
  for (;;) {
    const last = rest.at(-1);
    if (last && /[.,;:!?'’”…*_~]/u.test(last)) rest = rest.slice(0, -1);
    else if (last === ')' && count(rest, ')') > count(rest, '(')) rest = rest.slice(0, -1);
    else if (last === ']' && count(rest, ']') > count(rest, '[')) rest = rest.slice(0, -1);
    else return rest;
  }
}

const count = (text: string, character: string): number => text.split(character).length - 1;

const emoji =
  /(?:\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]{2})(?:\p{Emoji_Modifier}|\u{FE0F}|\u{200D}\p{Extended_Pictographic})*/gu;

/** Returns true for one to three emoji and nothing else. The chat draws these larger. */
export function isEmojiOnly(content: string): boolean {
  // The longest emoji have about 15 UTF-16 units.
  if (content.length > 48) return false;
  const count = content.match(emoji)?.length ?? 0;
  return count > 0 && count <= 3 && content.replace(emoji, '').trim() === '';
}
