import type { output } from 'zod';
import {
  describedMaxLength,
  type describeListingInput,
} from '@marketplace/shared/descriptions/schemas';
import { cleanText } from '@marketplace/shared/plain-text';
import { askModel, type ModelContext } from './ask-model.ts';

/** How many characters of the current description are sent to the model as context. */
const maxContext = 4_000;

/** Returns a plain-text description of a picture. Throws the errors of {@link askModel}. */
export async function describeListing(
  ctx: ModelContext,
  userId: string,
  { image, currentDescription }: output<typeof describeListingInput>,
): Promise<{ description: string }> {
  const context = currentDescription.slice(0, maxContext).toWellFormed();
  const description = await askModel(ctx, {
    userId,
    images: { image },
    longestSide: 800,
    ask: async (describer, jpegs) => {
      const [jpeg = Buffer.of()] = jpegs;
      return plainDescription(await describer.describe({ jpeg, currentDescription: context }));
    },
  });
  return { description };
}

/** How many characters of an answer are read. This bounds the time that the removals take. */
const maxRead = 8_000;

/** Replacements that remove markup and everything that leads away from the marketplace. */
const removals: readonly [pattern: RegExp, by: string][] = [
  // Invisible characters, which could hide a link.
  [/[\u00AD\u200B-\u200F\u2060-\u2064]/g, ''],
  // HTML: scripts, styles and comments with their content, then tags, then lone brackets.
  [/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' '],
  [/<!--[^]*?(?:-->|$)/g, ' '],
  [/<\/?[a-z!][^<>]*>/gi, ' '],
  [/[<>]/g, ' '],
  // Markdown: links become their text, then headings, list markers, rules, emphasis and code go.
  [/!?\[([^[\]\n]*)\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g, '$1'],
  [/^[ \t]*(?:#{1,6}|[-*+•]|\d{1,2}[.)])[ \t]+/gm, ''],
  [/^[ \t]*(?:[-*_=][ \t]*){3,}$/gm, ''],
  [/\*+|`+|~~|__/g, ''],
  [/(^|[\s(])_([^_\n]+)_(?=$|[\s).,;:!?])/gm, '$1$2'],
  // URLs, email addresses, and bare domain names.
  [/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|tel:|javascript:|www\.)\S*/gi, ' '],
  [/[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi, ' '],
  [
    /\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.(?:com|net|org|info|biz|io|co|us|uk|de|ru|cn|shop|store|online|site|xyz|app|me|ly|gg|link|top)\b(?:[/?#]\S*)?/gi,
    ' ',
  ],
  // Phone numbers: international ones, then those with ten digits, then those with seven.
  [/\+\d[\d\s().-]{5,18}\d/g, ' '],
  [/(?<![\d.$-])(?:1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]{0,2}\d{3}[\s.-]?\d{4}(?![\d-])/g, ' '],
  [/(?<![\d.$-])\d{3}[.-]\d{4}(?![\d-])/g, ' '],
  // Empty brackets and extra white space that the removals leave behind.
  [/\(\s*\)|\[\s*\]/g, ''],
  [/[ \t]+/g, ' '],
  [/ +(?=[,.;:!?)])/g, ''],
  [/ *\n */g, '\n'],
  [/\n{3,}/g, '\n\n'],
];

/**
 * Returns a model's answer as plain text of at most 2,000 characters, without Markdown, HTML,
 * links, email addresses or phone numbers. Returns null if no words are left or the model declined.
 */
export function plainDescription(answer: string): string | null {
  let text = cleanText(answer.slice(0, maxRead).toWellFormed());
  for (const [pattern, by] of removals) text = text.replace(pattern, by);
  text = shorten(text.trim());
  return /\p{L}{2}/u.test(text) && !declines.test(text) ? text : null;
}

/** Cuts after the last sentence, or after the last word if that sentence ends in the first half. */
function shorten(text: string): string {
  if (text.length <= describedMaxLength) return text;
  const start = text.slice(0, describedMaxLength).toWellFormed();
  const sentence = /^[^]*[.!?](?=\s)/.exec(start)?.[0];
  if (sentence && sentence.length > describedMaxLength / 2) return sentence;
  return start.replace(/\s+\S*$/, '');
}

/** Matches the way that models decline. Descriptions do not begin like that. */
const declines =
  /^(?:i['’]m (?:sorry|unable|afraid)|i am (?:sorry|unable|afraid)|(?:i['’]m |i am )?sorry,|i (?:can['’]t|cannot|can not|won['’]t|will not)\b|as an ai\b)/i;
