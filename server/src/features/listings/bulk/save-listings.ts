import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import {
  type bulkListingsInput,
  type FieldColumn,
  fieldColumns,
  type ImportedRow,
  type SavedView,
} from '@marketplace/shared/listings/bulk';
import { createListingInput, updateListingInput } from '@marketplace/shared/listings/inputs';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import type { Context, Session } from '../../../context.ts';
import { AppError, badInput, databaseBusy, statusOf } from '../../../errors.ts';
import * as listings from '../listings.ts';
import { readDetails } from '../listings.view.ts';
import { placeWithinRegion } from '../place.ts';

/** Who saves listings. With `check`, the rules are only checked, and nothing is stored. */
export interface Saving {
  ctx: Context;
  user: Session['user'];
  check?: listings.CheckContext;
}

/** The result of one item. */
export type Saved = SavedView & Pick<ImportedRow, 'outcome'>;

type Item = Record<string, unknown>;

/**
 * Creates or updates each item as if it had come alone, in their order, and returns the results in
 * the same order. Items without a client id get one from that of the call, so that a repeated call
 * creates nothing.
 */
export async function saveListings(
  ctx: Context,
  user: Session['user'],
  { items, clientId }: z.output<typeof bulkListingsInput>,
): Promise<{ results: SavedView[] }> {
  const results: SavedView[] = [];
  for (const [index, sent] of items.entries()) {
    const item = (typeof sent === 'object' ? sent : null) as Item | null;
    const ownId = clientId && { clientId: uuidOf(`${clientId} ${index}`) };
    const result = await resultOf(async () => {
      const id = item?.id ?? null;
      if (!item || id === null) return create({ ctx, user }, { ...ownId, ...item });
      const [own] = await findOwn(ctx.db, user.id, { ids: [String(id)] });
      return update({ ctx, user }, own, item);
    });
    results.push(result);
  }
  return { results };
}

/** Returns what `save` returns, or its refusal. Other errors are thrown. */
export async function resultOf(save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    const refusal = error instanceof AppError ? error : databaseBusy(error);
    if (!refusal) throw error;
    const { code, message, issues } = refusal;
    return { status: statusOf[code], outcome: 'refused', message, ...(issues && { issues }) };
  }
}

/** Creates a listing. Throws what `createListing` throws. */
export async function create({ ctx, user, check }: Saving, item: Item): Promise<Saved> {
  const input = await parsed(ctx, createListingInput, item);
  const saved = { status: 201, outcome: 'new' } as const;
  if (!check) return { ...saved, id: (await listings.createListing(ctx, user, input)).id };
  await listings.checkNewListing(check, user, input);
  return saved;
}

/** Updates a listing unless nothing would change. Throws what `updateListing` throws. */
export async function update(
  { ctx, user, check }: Saving,
  own: OwnListing | undefined,
  item: Item,
): Promise<Saved> {
  const input = await parsed(ctx, updateListingInput, item);
  const { id, title, price } = input;
  const changes = own && !own.deletedAt ? changesOf(ctx, own, input) : input;
  if (Object.keys(changes).length === 0) return { status: 200, outcome: 'unchanged', id };
  const edit = { ...changes, id, title, price };
  if (check) await listings.checkListingUpdate(check, user, edit);
  else ctx.hub.listings.changed([(await listings.updateListing(ctx, user, edit)).id]);
  return { status: 200, outcome: 'changed', id };
}

/** Parses an item. Throws BAD_REQUEST with the issues of all its fields. */
async function parsed<Schema extends z.ZodType>(
  ctx: Context,
  schema: Schema,
  item: Item,
): Promise<z.output<Schema>> {
  const { data, error } = schema.safeParse(item);
  if (!error) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw badInput(issues, await listings.listingIssues(item, ctx));
}

/** Returns the fields of an update that differ from the stored listing. */
function changesOf(
  { config }: Context,
  own: OwnListing,
  { id: _id, ...given }: z.output<typeof updateListingInput>,
) {
  const { location, images } = given;
  const stored = { ...own, details: readDetails(own.details) };
  const next = {
    ...given,
    ...(location && { location: placeWithinRegion(location, config).location }),
    ...(images && { images: images.map((url) => parseImageUrl(url)) }),
  };
  const differing = Object.entries(next).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[field as FieldColumn]),
  );
  const fields = new Set(differing.map(([field]) => field));
  return Object.fromEntries(Object.entries(given).filter(([field]) => fields.has(field)));
}

export type OwnListing = Pick<
  Selectable<Listings>,
  'id' | 'clientId' | 'deletedAt' | FieldColumn
> & { images: string[] };

/** Returns the seller's listings with these ids or client ids, also deleted ones. */
export async function findOwn(
  db: Db,
  sellerId: string,
  { ids, clientIds = [] }: { ids: string[]; clientIds?: string[] },
): Promise<OwnListing[]> {
  const known = ids.filter(isId);
  return db
    .selectFrom('listings')
    .select(['id', 'clientId', 'deletedAt', ...fieldColumns])
    .select(
      sql<string[]>`array(select image_id from listing_images i where i.listing_id = listings.id
        order by i.position)`.as('images'),
    )
    .where('sellerId', '=', sellerId)
    .where(sql<boolean>`(id = any(${known}::uuid[]) or client_id = any(${clientIds}::uuid[]))`)
    .execute();
}

/** Returns the UUID of a text: the same one each time. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // Version 8 of RFC 9562 leaves the content of a UUID to its maker.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5');
}
