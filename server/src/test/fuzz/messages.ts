import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { errorCodes } from 'fastify';
import * as z from 'zod';
import { readProduct } from '../texts/sources.ts';

interface Refusal {
  message?: unknown;
  issues?: { path: string; message: string }[];
  error?: { message?: unknown; data?: { issues?: Refusal['issues'] } };
}

/** Stands for a value in the text of a library. */
const some = '§';

function startsOfZod(): string[] {
  const { localeError } = z.locales.en();
  const sizes = ['string', 'number', 'array', some].flatMap((origin) => [
    { code: 'too_big', origin, maximum: some },
    { code: 'too_small', origin, minimum: some },
  ]);
  const formats = Object.keys(z.core.regexes).concat('url', 'jwt', 'starts_with', 'regex');
  const issues = [
    ...sizes,
    ...formats.map((format) => ({ code: 'invalid_format', format, pattern: some, prefix: some })),
    { code: 'invalid_type', expected: some },
    { code: 'invalid_value', values: [some] },
    { code: 'invalid_value', values: [some, some] },
    { code: 'not_multiple_of', divisor: some },
    { code: 'unrecognized_keys', keys: [some] },
    { code: 'unrecognized_keys', keys: [some, some] },
    { code: 'invalid_key', origin: some },
    { code: 'invalid_union', options: [some] },
    { code: 'invalid_union', inclusive: false },
    { code: 'invalid_element', origin: some },
    { code: 'custom' },
  ];
  return issues.map((issue) => String(localeError?.(issue as never)).split(some, 1)[0] ?? '');
}

function textsOfFastify(): string[] {
  const texts = Object.values(errorCodes).map((code) => new code().message);
  return texts.filter((text) => text.replaceAll('%s', '').length > 5 && text !== 'Not Found');
}

/** Matches texts of Node, tRPC and PostgreSQL about invalid input. */
const ofOthers = [
  /^(Unexpected (token|end|non-white|string|number)|Unterminated string|No number after|Bad (control|escaped|Unicode))/,
  /in JSON at|not valid JSON|^Expected |Cannot (read|set|convert|destructure|use)|is not (a function|iterable|defined)/,
  /call stack|^Client (Error|Timeout)|^Exceeded maximum|^Invalid (URL|time value|array length|Date)/,
  /No procedure|No "\w+"-procedure|Duplicate id|`id`|needs to be an object|content-type|^Invalid request/,
  /invalid (input|byte|regular|UTF)|out of range|violates|too long for type|syntax error|duplicate key/,
  /deadlock|does not exist|canceling statement|terminating connection|current transaction/,
];

const codes = Object.keys(TRPC_ERROR_CODES_BY_KEY).concat('Bad Request', 'Unsupported Media Type');
const foreign = new RegExp(
  [
    ...startsOfZod().map((start) => `^${RegExp.escape(start)}`),
    ...textsOfFastify().map((text) => `^${text.split('%s').map(RegExp.escape).join('.*')}$`),
    ...codes.map((code) => `^${code}$`),
    ...ofOthers.map(({ source }) => source),
  ].join('|'),
);

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/**
 * Returns a pattern for the sentences in the product's sources, with any value for a placeholder.
 */
function sentencesOfProduct(): RegExp {
  const sentences = new Set<string>();
  for (const [path, text] of readProduct()) {
    if (path.startsWith('client')) continue;
    for (const [, single, double, template] of text.matchAll(literal)) {
      const parts = (single ?? double ?? template ?? '').split(/\$?\{[^}]*\}/);
      // Short texts could match anything, and so could a template of values.
      if (parts.length > 1 && parts.join('').length < 8) continue;
      sentences.add(parts.map((part) => RegExp.escape(part.replaceAll("\\'", "'"))).join('.+'));
    }
  }
  return new RegExp(`^(?:${[...sentences].join('|')})$`, 's');
}

const own = sentencesOfProduct();

/** Returns the messages of a refusal that are not the product's texts. */
export function wrongMessages(body: string): string[] {
  const { message, issues = [], error }: Refusal = JSON.parse(body);
  const whole = String(message ?? error?.message);
  const all = [...issues, ...(error?.data?.issues ?? [])];
  const wrong = all.filter((issue) => !isOurs(issue.message) && !namesField(issue));
  const isNamed = all.some((issue) => issue.message === whole);
  return [
    ...all.concat({ path: '', message: whole }).filter((one) => foreign.test(one.message)),
    ...wrong,
    ...(isNamed || isOurs(whole) ? [] : [{ path: '', message: whole }]),
  ].map((one) => `${one.path}: ${one.message.slice(0, 200)}`);
}

function isOurs(message: string): boolean {
  return own.test(message);
}

/** Returns whether a message names its field, or says that it concerns the whole input. */
function namesField({ path, message }: { path: string; message: string }): boolean {
  const key = path.split('.').findLast((part) => !/^\d+$/.test(part)) || 'the input';
  const letters = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  return letters(message).includes(letters(key.replace(/^is(?=[A-Z])/, '')));
}
