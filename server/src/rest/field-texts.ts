import type { OpenAPIV3_1 } from 'openapi-types';
import { categories, conditions } from '@marketplace/shared/listings/constants';

/** The values of fields that accept only these, by name. */
const values: Record<string, string[]> = {
  category: ['', ...categories.map(({ value }) => value)],
  condition: conditions.map(({ value }) => value),
};

/** The meaning of fields and parameters with fixed values, by name. */
const choices: Record<string, string> = {
  about: 'The side of the deal that the review is about.',
  availability: 'Whether it can still be had: reserved and sold ones are not in the default list.',
  category: 'The category; empty for none.',
  code: 'What happened to the listing of the conversation.',
  condition: 'The condition of the item.',
  currency: 'US dollars only.',
  delivery: 'How the buyer gets the item.',
  frequency: 'How soon you hear of new listings.',
  intent: 'Payment is taken when the order is captured.',
  kind: 'Of a listing: an `offer`, or something `wanted`. Of a message: what it tells, in the form of `data`; `content` says it as a sentence.',
  membershipTier: 'The user’s membership tier.',
  purpose: 'A picture for a `message` is private and can be sent in one message only.',
  replyTime: 'How soon the seller usually replies; null if unknown or slower.',
  state:
    '`created`: not approved yet; `approved`: approved, or under review at PayPal; ' +
    '`captured`: paid; `failed`: declined by PayPal; `refunded`: refunded in full.',
  status: 'Where the offer, reservation or meetup is since this message.',
  warning: 'What the reader should beware of; null if nothing, and for the author.',
};

const parameters: Record<string, string> = {
  ...choices,
  availability:
    'Available listings by default, `reserved` for reserved ones, `all` for both. Sold ones are in no list.',
  archived: '`true` for archived conversations in place of the inbox.',
  conversationId: 'The id of the conversation.',
  cursor: 'Where the page starts: the `X-Next-Cursor` of the previous page.',
  featured: '`true` for featured listings only.',
  filename: 'The name of the file.',
  key: 'The key returned when the upload was created.',
  limit: 'The maximum number of items on the page.',
  location: 'A town or county of the region: `Troy`, `Albany County`.',
  maxPrice: 'The highest price (inclusive), as a decimal.',
  minPrice: 'The lowest price (inclusive), as a decimal.',
  exclude: 'Words that a listing must not have.',
  free: '`true` for what costs nothing.',
  from: 'Where a way begins: a town. It requires `to` and `within`.',
  near: 'A town: the middle of the area with `within`, and what `sort=nearest` measures from.',
  literal: 'Searches for the words as typed: no synonyms, corrections or filters in words.',
  postedWithin: 'Listings of the last so many days.',
  to: 'Where the way ends: a town.',
  withPhoto: '`true` for listings with a photo.',
  within:
    'About how many miles away: 5, 10, 25 or 50 from `near`; 3, 5 or 10 from the way. Distances are those of the middles of towns.',
  next: 'Where to go after sign-in: a path on this site.',
  listingId: 'The id of the listing.',
  orderId: 'The PayPal order id.',
  partNumber: 'The part number, from 1.',
  search: 'Search terms.',
  sellerId: 'The id of the seller.',
  sort: 'The sort order. `relevance` requires `search`, `nearest` requires `near`, and `along` requires a way; otherwise newest first.',
  token: 'The last part of the URL from an earlier response.',
  type: 'The file’s content type: `image/jpeg`.',
  uploadId: 'The id returned when the upload was created.',
};

/** The parameters of figures. Those of lists have other meanings. */
const figureParameters: Record<string, string> = {
  from: 'The first day: `2026-10-01`.',
  to: 'The last day: `2026-10-31`.',
  by: 'What the rows are grouped by.',
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
  const { name } = parameter;
  const id = `The id of the ${path.includes('/users/') ? 'user' : 'listing'}.`;
  const texts = path.endsWith('/analytics.csv') ? figureParameters : parameters;
  parameter.description ??= name === 'id' ? id : texts[name];
  if (values[name]) parameter.schema = { enum: values[name], ...parameter.schema };
}

/** Visits everything that has properties, at any depth. */
function describeChoices(node: object): void {
  const { properties } = node as OpenAPIV3_1.BaseSchemaObject;
  for (const [name, description] of Object.entries(choices)) {
    const schema = properties?.[name];
    if (!schema || '$ref' in schema) continue;
    schema.description ??= description;
    if (values[name] && schema.type === 'string') schema.enum ??= values[name];
  }
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) describeChoices(child);
  }
}
