import * as fc from 'fast-check';
import type * as z from 'zod';
import { hostileText, hostileValue, placeholder } from './hostile.ts';

const ordinaryText = fc.oneof(
  fc.constantFrom(
    'Oak desk',
    'Troy, NY',
    'Is it still there?',
    '  spaces  ',
    'Zoë 👋',
    'two\nlines',
  ),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);

/** Typical texts of a field by the last part of its name. */
const byName: [RegExp, readonly string[]][] = [
  [
    /id$|^ids$/i,
    [
      ...['listingId', 'owner', 'other', 'user', 'admin', 'deactivated', 'conversationId'],
      ...['messageId', 'reviewId', 'notificationId', 'sessionId', 'deviceId', 'uuid'],
    ].map(placeholder),
  ],
  [/email/i, ['ownerEmail', 'uuid'].map((name) => `${placeholder(name)}`).concat('a@example.com')],
  [/price|amount/i, ['0', '12.50', '9999999.99', '139.95', '0.005', '']],
  [/location|near/i, ['Troy, NY', 'albany', 'Boston, MA', '']],
  [/image|avatar/i, [`/media/${placeholder('imageId')}/1280.webp`, '/media/x/1280.webp']],
  [/username/i, ['pat-fuzz', 'a', placeholder('uuid')]],
  [/code/i, ['000000', '123456']],
  [/contentType/i, ['image/jpeg', 'text/html']],
  [/fileName/i, ['chair.jpg', '../../x.svg', 'a.heic']],
];

/** Generates typical texts of a field, and some hostile ones. */
export function textOf(name: string): fc.Arbitrary<string> {
  const known = byName.find(([pattern]) => pattern.test(name))?.[1];
  const likely = known ? fc.constantFrom(...known) : ordinaryText;
  return fc.oneof({ weight: 6, arbitrary: likely }, { weight: 1, arbitrary: hostileText });
}

export const numbers = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Generates inputs for a schema. Most are valid; further rules are left to chance. */
export function inputOf(schema: z.core.$ZodType, name = ''): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      return objectOf(def.shape);
    case 'array':
      return fc.array(inputOf(def.element, name), { maxLength: 6 });
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
      return fc.option(inputOf(def.innerType, name), { nil: undefined, freq: 2 });
    case 'nullable':
      return fc.option(inputOf(def.innerType, name), { nil: null, freq: 3 });
    case 'readonly':
    case 'nonoptional':
      return inputOf(def.innerType, name);
    case 'pipe':
      return inputOf(def.in, name);
    case 'union':
      return fc.oneof(...def.options.map((option) => inputOf(option, name)));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'string':
      return textOf(name);
    case 'number':
      return numbers;
    case 'boolean':
      return fc.boolean();
    default:
      return hostileValue;
  }
}

function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, field]) => [name, inputOf(field, name)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
}
