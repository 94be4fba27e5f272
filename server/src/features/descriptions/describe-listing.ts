import type { output } from 'zod';
import {
  describedMaxLength,
  type describeListingInput,
} from '@marketplace/shared/descriptions/schemas';
import { cleanText } from '@marketplace/shared/plain-text';
import { describeImageTexts } from '@marketplace/shared/outcomes/pictures';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { DescriberError } from '../../platform/describer.ts';
import { perHour } from '../../platform/limiter.ts';
import { imageKindOf, shrinkToJpeg } from '../media/process-image.ts';

const hourly = perHour('descriptions-of-user', 20);
/** The longest side of the picture that is sent to the model, in pixels. */
const longestSide = 800;
/** How many characters of the current description are sent to the model as context. */
const maxContext = 4_000;

const failed = describeImageTexts.failed.message;
const acceptedKinds = new Set<string | null>(['jpeg', 'png', 'webp']);
const dataUrl = /^data:image\/(?:jpeg|png|webp);base64,(?=[A-Za-z0-9+/])/;

/**
 * Returns a plain-text description of a picture, written by the configured model. The picture is
 * re-encoded, so that only its pixels are sent. Throws BAD_REQUEST for a bad `image`,
 * TOO_MANY_REQUESTS, and SERVICE_UNAVAILABLE if no model is configured or the model fails.
 */
export async function describeListing(
  { describer, limiter, log }: Pick<AppContext, 'describer' | 'limiter' | 'log'>,
  userId: string,
  { image, currentDescription }: output<typeof describeListingInput>,
): Promise<{ description: string }> {
  if (!describer) {
    throw new AppError('SERVICE_UNAVAILABLE', 'AI descriptions are not configured on this server.');
  }
  const picture = readDataUrl(image);
  await limiter.take(hourly, userId);
  const jpeg = await shrinkToJpeg(picture, 'The picture', longestSide).catch((error: unknown) => {
    throw error instanceof AppError ? badField('image', error.message) : error;
  });
  const context = currentDescription.slice(0, maxContext).toWellFormed();
  const answer = await describer
    .describe({ jpeg, currentDescription: context })
    .catch((error: unknown) => {
      if (!(error instanceof DescriberError)) throw error;
      log.warn({ reason: error.message }, 'The model gave no description.');
      throw new AppError('SERVICE_UNAVAILABLE', failed, { retryAfter: error.retryAfter });
    });
  const description = plainDescription(answer);
  if (description !== null) return { description };
  log.warn({ reason: 'no plain text in the answer' }, 'The model gave no description.');
  throw new AppError('SERVICE_UNAVAILABLE', failed);
}

function readDataUrl(image: string): Buffer {
  const prefix = dataUrl.exec(image)?.[0];
  if (!prefix) throw badField('image', 'The image must be a JPEG, PNG, or WebP data URL.');
  const body = Buffer.from(image.slice(prefix.length), 'base64');
  // The content decides, because the type in the URL can be wrong.
  if (!acceptedKinds.has(imageKindOf(body))) {
    throw badField('image', "The image isn't a JPEG, PNG, or WebP.");
  }
  return body;
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
