import { describedMaxLength } from '@marketplace/shared/descriptions/schemas';
import { cleanText } from '@marketplace/shared/listings/plain-text';

/** So much of an answer is looked at; the steps below then take no time to speak of. */
const mostRead = 8_000;

/** Each takes out what is no plain text, or would lead away from the marketplace. */
const removals: readonly [pattern: RegExp, by: string][] = [
  // What cannot be seen could hold a link together.
  [/[\u00AD\u200B-\u200F\u2060-\u2064]/g, ''],
  // HTML: what is not shown with its content, then tags, then lone brackets.
  [/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' '],
  [/<!--[^]*?(?:-->|$)/g, ' '],
  [/<\/?[a-z!][^<>]*>/gi, ' '],
  [/[<>]/g, ' '],
  // Markdown: links by their text, then headings, quotes, items, rules, emphasis, code.
  [/!?\[([^[\]\n]*)\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g, '$1'],
  [/^[ \t]*(?:#{1,6}|[-*+•]|\d{1,2}[.)])[ \t]+/gm, ''],
  [/^[ \t]*(?:[-*_=][ \t]*){3,}$/gm, ''],
  [/\*+|`+|~~|__/g, ''],
  [/(^|[\s(])_([^_\n]+)_(?=$|[\s).,;:!?])/gm, '$1$2'],
  // Addresses.
  [/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|tel:|javascript:|www\.)\S*/gi, ' '],
  [/[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi, ' '],
  [
    /\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.(?:com|net|org|info|biz|io|co|us|uk|de|ru|cn|shop|store|online|site|xyz|app|me|ly|gg|link|top)\b(?:[/?#]\S*)?/gi,
    ' ',
  ],
  // Phone numbers: international, of ten digits, of seven.
  [/\+\d[\d\s().-]{5,18}\d/g, ' '],
  [/(?<![\d.$-])(?:1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]{0,2}\d{3}[\s.-]?\d{4}(?![\d-])/g, ' '],
  [/(?<![\d.$-])\d{3}[.-]\d{4}(?![\d-])/g, ' '],
  // What all that leaves behind.
  [/\(\s*\)|\[\s*\]/g, ''],
  [/[ \t]+/g, ' '],
  [/ +(?=[,.;:!?)])/g, ''],
  [/ *\n */g, '\n'],
  [/\n{3,}/g, '\n\n'],
];

/**
 * A model's answer as plain text of at most 2,000 characters: without Markdown, HTML, links, e-mail
 * addresses and phone numbers. Null where no words are left, or where it declines.
 */
export function plainDescription(answer: string): string | null {
  let text = cleanText(answer.slice(0, mostRead).toWellFormed());
  for (const [pattern, by] of removals) text = text.replace(pattern, by);
  text = shorten(text.trim());
  if (!/\p{L}{2}/u.test(text) || declines(text)) return null;
  return text;
}

/** Cut after the last whole sentence that fits, else after the last whole word. */
function shorten(text: string): string {
  if (text.length <= describedMaxLength) return text;
  const start = text.slice(0, describedMaxLength).toWellFormed();
  const sentence = /^[^]*[.!?](?=\s)/.exec(start)?.[0];
  if (sentence && sentence.length > describedMaxLength / 2) return sentence;
  return start.replace(/\s+\S*$/, '');
}

/** Models that refuse in words begin so; a description does not. */
function declines(text: string): boolean {
  return /^(?:i['’]m (?:sorry|unable|afraid)|i am (?:sorry|unable|afraid)|(?:i['’]m |i am )?sorry,|i (?:can['’]t|cannot|can not|won['’]t|will not)\b|as an ai\b)/i.test(
    text,
  );
}
