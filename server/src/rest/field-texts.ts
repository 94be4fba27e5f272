import type { OpenAPIV3_1 } from 'openapi-types';
import { categories, conditions } from '@marketplace/shared/listings/constants';

interface Field {
  description: string;
  enum?: string[];
}

/** The meaning of fields and parameters with fixed values, by name. */
const choices: Record<string, Field> = {
  about: { description: 'The side of the deal that the review is about.' },
  availability: {
    description: 'Whether it can still be had: reserved and sold ones are not in the default list.',
  },
  category: {
    description: 'The category; empty for none.',
    enum: ['', ...categories.map(({ value }) => value)],
  },
  code: { description: 'What happened to the listing of the conversation.' },
  condition: {
    description: 'The condition of the item.',
    enum: conditions.map(({ value }) => value),
  },
  currency: { description: 'US dollars only.' },
  delivery: { description: 'How the buyer gets the item.' },
  frequency: { description: 'How soon you hear of new listings.' },
  intent: { description: 'Payment is taken when the order is captured.' },
  kind: {
    description:
      'Of a listing: an `offer`, or something `wanted`. Of a message: what it tells, in the form of `data`; `content` says it as a sentence.',
  },
  membershipTier: { description: 'The user’s membership tier.' },
  purpose: {
    description: 'A picture for a `message` is private and can be sent in one message only.',
  },
  replyTime: {
    description: 'How soon the seller usually replies; null if unknown or slower.',
  },
  state: {
    description:
      '`created`: not approved yet; `approved`: approved, or under review at PayPal; ' +
      '`captured`: paid; `failed`: declined by PayPal; `refunded`: refunded in full.',
  },
  status: { description: 'Where the offer, reservation or meetup is since this message.' },
};

const parameters: Record<string, Field> = {
  ...choices,
  availability: {
    description:
      'Available listings by default, `reserved` for reserved ones, `all` for both. Sold ones are in no list.',
  },
  archived: { description: '`true` for archived conversations in place of the inbox.' },
  conversationId: { description: 'The id of the conversation.' },
  cursor: { description: 'Where the page starts: the `X-Next-Cursor` of the previous page.' },
  featured: { description: '`true` for featured listings only.' },
  filename: { description: 'The name of the file.' },
  key: { description: 'The key returned when the upload was created.' },
  limit: { description: 'The maximum number of items on the page.' },
  location: { description: 'A town or county of the region: `Troy`, `Albany County`.' },
  maxPrice: { description: 'The highest price (inclusive), as a decimal.' },
  minPrice: { description: 'The lowest price (inclusive), as a decimal.' },
  exclude: { description: 'Words that a listing must not have.' },
  free: { description: '`true` for what costs nothing.' },
  from: { description: 'Where a way begins: a town. It requires `to` and `within`.' },
  near: {
    description:
      'A town: the middle of the area with `within`, and what `sort=nearest` measures from.',
  },
  literal: {
    description: 'Searches for the words as typed: no synonyms, corrections or filters in words.',
  },
  postedWithin: { description: 'Listings of the last so many days.' },
  to: { description: 'Where the way ends: a town.' },
  withPhoto: { description: '`true` for listings with a photo.' },
  within: {
    description:
      'About how many miles away: 5, 10, 25 or 50 from `near`; 3, 5 or 10 from the way. Distances are those of the middles of towns.',
  },
  next: { description: 'Where to go after sign-in: a path on this site.' },
  listingId: { description: 'The id of the listing.' },
  orderId: { description: 'The PayPal order id.' },
  partNumber: { description: 'The part number, from 1.' },
  search: { description: 'Search terms.' },
  sellerId: { description: 'The id of the seller.' },
  sort: {
    description:
      'The sort order. `relevance` requires `search`, `nearest` requires `near`, and `along` requires a way; otherwise newest first.',
  },
  token: { description: 'The last part of the URL from an earlier response.' },
  type: { description: 'The file’s content type: `image/jpeg`.' },
  uploadId: { description: 'The id returned when the upload was created.' },
};

/** Adds descriptions by name to parameters and fields with fixed values that have none. */
export function describeFields(document: OpenAPIV3_1.Document): void {
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const operation of Object.values(methods ?? {}) as OpenAPIV3_1.OperationObject[]) {
      for (const parameter of operation.parameters ?? []) describeParameter(path, parameter);
    }
  }
  describeChoices(document);
}

function describeParameter(
  path: string,
  parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject,
): void {
  if ('$ref' in parameter) return;
  const field = parameter.name === 'id' ? idIn(path) : parameters[parameter.name];
  parameter.description ??= field?.description;
  if (field?.enum) parameter.schema = { enum: field.enum, ...parameter.schema };
}

/** Describes the `id` in a path: of a user below `/api/users`, else of a listing. */
function idIn(path: string): Field {
  return { description: `The id of the ${path.includes('/users/') ? 'user' : 'listing'}.` };
}

/** Visits everything that has properties, at any depth. */
function describeChoices(node: object): void {
  const { properties } = node as OpenAPIV3_1.BaseSchemaObject;
  for (const [name, choice] of Object.entries(choices)) {
    const schema = properties?.[name];
    if (!schema || '$ref' in schema) continue;
    schema.description ??= choice.description;
    if (choice.enum && schema.type === 'string') schema.enum ??= choice.enum;
  }
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) describeChoices(child);
  }
}
