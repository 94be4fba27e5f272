import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { lookupId } from '@marketplace/shared/ids';
import { texts } from '@marketplace/shared/texts';
import { procedureTargets, schemaOf } from '../test/fuzz/targets.ts';

interface Field {
  /** For example 'listings.create: details.*'. */
  place: string;
  schema: z.ZodType;
}

/** Returns the schemas of all texts in an input, with the wrappers that make them optional. */
function textsIn(schema: z.ZodType, place: string, whole = schema): Field[] {
  const { def } = schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        textsIn(field as z.ZodType, `${place} ${name}`),
      );
    case 'array':
      return textsIn(def.element as z.ZodType, `${place}[]`);
    case 'record':
      return textsIn(def.valueType as z.ZodType, `${place}.*`);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'nonoptional':
    case 'readonly':
      return textsIn(def.innerType as z.ZodType, place, whole);
    case 'pipe':
      return textsIn(def.in as z.ZodType, place, whole);
    case 'union':
      return def.options.flatMap((option) => textsIn(option as z.ZodType, place, whole));
    case 'string':
      return schema === lookupId ? [] : [{ place, schema: whole }];
    default:
      return [];
  }
}

/**
 * The names of texts that are only compared or looked up, and neither stored nor visible to others.
 */
const lookedUp = new Set([
  ...['after', 'amount', 'clientId', 'cursor', 'email', 'lastEventId', 'receiverId', 'senderId'],
  ...[
    'avatarImage',
    'contentType',
    'fileName',
    'image',
    'imageURL',
    'images[]',
    'ids[]',
    'token',
    'tokens[]',
  ],
  ...['from', 'near', 'query', 'to'],
]);

const fields = procedureTargets().flatMap((target) =>
  target.kind === 'procedure' && target.schema ? textsIn(target.schema, `${target.name}:`) : [],
);

const stored = fields.filter(({ place }) => !lookedUp.has(place.split(' ').at(-1) ?? ''));

describe('a text with only invisible characters', () => {
  it.each(stored)('is refused or empty in $place', ({ schema }) => {
    const texts = ['\u200b', '\u3164', ' \u2800\u00ad\n', '\u202e', '\u{e0041}\u0301'];
    const accepted = texts.filter((text) => (schema.safeParse(text).data ?? '') !== '');
    expect(accepted).toEqual([]);
  });

  it('is checked in the fields that people read', () => {
    expect(stored.map(({ place }) => place)).toEqual(
      expect.arrayContaining([
        'account.update: firstName',
        'admin.addSafeSpot: note',
        'deals.makeOffer: note',
        'listings.create: details.*',
        'messaging.send: content',
        'moderation.report: comment',
        'reviews.reply: reply',
        'searches.create: name',
        'tokens.create: name',
      ]),
    );
  });
});

const refusals: [place: string, rest: object, message: string][] = [
  ['messaging.send: content', {}, texts.messageRequired],
  ['messaging.sendByListing: content', {}, texts.messageRequired],
  ['listings.create: title', { price: '1', location: 'Troy' }, texts.titleRequired],
  ['listings.create: location', { price: '1', title: 'Desk' }, texts.locationRequired],
  ['account.update: firstName', {}, 'Enter a name or leave this empty.'],
  ['admin.flag: reason', {}, 'Please enter a reason.'],
  ['admin.addSafeSpot: name', { town: 'Troy' }, 'Enter a name.'],
  ['deals.proposeMeetup: place', {}, 'Enter a place.'],
  ['reviews.reply: reply', {}, 'Please enter a reply.'],
  ['searches.create: name', {}, 'Give the search a name.'],
  ['tokens.create: name', {}, 'Name your token.'],
];

it.each(refusals)('%s refuses an invisible text like an empty one', (place, rest, message) => {
  const [name = '', field = ''] = place.split(': ');
  for (const text of ['', '\u200b']) {
    const issues = schemaOf(name)?.safeParse({ ...rest, [field]: text }).error?.issues ?? [];
    expect(issues.find(({ path }) => path[0] === field)?.message).toBe(message);
  }
});
