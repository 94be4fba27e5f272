import type { Updateable } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { type createListingInput, updateListingInput } from '@marketplace/shared/listings/inputs';
import type { ListingView } from '@marketplace/shared/listings/views';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { texts } from '@marketplace/shared/texts';
import type { Context, Session } from '../../context.ts';
import { AppError, badField, type FieldIssue } from '../../errors.ts';
import type { Config } from '../../platform/config.ts';
import type { AppContext } from '../../app-context.ts';
import { getListing } from './browse.ts';
import { storeDetails } from './details.ts';
import { canEditListing, canFeature } from './listings.policy.ts';
import { locationIssues, nowhere, outsideRegion, type Place, placeOf } from './place.ts';
import { refuseRepeated, takePosting } from './posting-limits.ts';
import { addSearchWords } from './search-words.ts';

type ListingContext = Pick<AppContext, 'db' | 'limiter' | 'config'>;

/**
 * Publishes a listing of the caller's. Throws refusals of `location` (outside the region) and
 * `images` (not the caller's own), FORBIDDEN for a featured mark that the caller may not set,
 * TOO_MANY_REQUESTS above the daily limit and CONFLICT for the fifth of the same within a day.
 */
export async function createListing(
  ctx: ListingContext,
  caller: Session['user'],
  input: output<typeof createListingInput>,
): Promise<ListingView> {
  const { images, location, isFeatured, details = null, ...values } = input;
  const { config } = ctx;
  const place = placeWithinRegion(location, config);
  if (isFeatured) assertCanFeature(config, caller);
  await takePosting(ctx, caller.id, 'post');
  return ctx.db.transaction().execute(async (trx) => {
    await lockActiveUser(trx, caller.id);
    await refuseRepeated(trx, { sellerId: caller.id, ...values });
    const imageIds = await lockOwnImages(trx, caller.id, images);
    const { id } = await trx
      .insertInto('listings')
      .values({
        ...values,
        ...place,
        details: storeDetails(details),
        isFeatured,
        sellerId: caller.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertImages(trx, id, imageIds);
    await addSearchWords(trx, values.title);
    return getListing(trx, caller, id);
  });
}

/**
 * Changes a listing of the caller's; what the input leaves out stays. A flag stays too: only an
 * admin lifts it. 404 for no listing, 403 for another's, else as `createListing`.
 */
export async function updateListing(
  ctx: ListingContext,
  caller: Session['user'],
  input: output<typeof updateListingInput>,
): Promise<ListingView> {
  const { id, images, location, isFeatured, details, ...values } = input;
  const { config } = ctx;
  await takePosting(ctx, caller.id, 'edit');
  return ctx.db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, caller, id);
    const changes: Updateable<Listings> = { ...values, updatedAt: new Date() };
    if (location !== undefined) {
      Object.assign(changes, location === '' ? nowhere : placeWithinRegion(location, config));
    }
    if (details !== undefined) changes.details = storeDetails(details);
    if (isFeatured !== undefined) {
      if (isFeatured && !listing.isFeatured) assertCanFeature(config, caller);
      changes.isFeatured = isFeatured;
    }
    const { title, description = listing.description } = values;
    if (title !== listing.title || description !== listing.description) {
      await refuseRepeated(trx, { id: listing.id, sellerId: caller.id, title, description });
    }
    const imageIds = images && (await lockOwnImages(trx, caller.id, images));
    await trx.updateTable('listings').set(changes).where('id', '=', listing.id).execute();
    if (imageIds) {
      await trx.deleteFrom('listingImages').where('listingId', '=', listing.id).execute();
      await insertImages(trx, listing.id, imageIds);
    }
    await addSearchWords(trx, values.title);
    return getListing(trx, caller, listing.id);
  });
}

/**
 * Deletes a listing of the caller's: gone for everybody, while its conversations stay. 404 for no
 * listing, a deleted one included, 403 for another's.
 */
export async function removeListing(db: Db, caller: Session['user'], id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, caller, id);
    await trx
      .updateTable('listings')
      .set({ deletedAt: new Date() })
      .where('id', '=', listing.id)
      .execute();
  });
}

/** What a schema cannot find wrong in the raw input of a listing: its location and its images. */
export async function listingIssues(input: unknown, ctx: Context): Promise<FieldIssue[]> {
  const issues = locationIssues(input, ctx.config);
  const { data } = updateListingInput.pick({ images: true }).safeParse(input);
  if (!ctx.session || !data?.images) return issues;
  try {
    await lockOwnImages(ctx.db, ctx.session.user.id, data.images);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    issues.push(...(error.issues ?? []));
  }
  return issues;
}

/** The listing, locked until the transaction ends, so that edits and a deletion follow one another. */
async function lockOwnListing(trx: Db, caller: Session['user'], id: string) {
  const listing = isId(id)
    ? await trx
        .selectFrom('listings')
        .select(['id', 'sellerId', 'isFeatured', 'title', 'description'])
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  if (!canEditListing(caller, listing)) throw new AppError('FORBIDDEN', texts.editOwnOnly);
  return listing;
}

/**
 * Keeps a deactivation, which hides all listings of its user, from missing one made meanwhile, and
 * lets listings of one user be created one after another, so that each is compared with the others.
 */
async function lockActiveUser(trx: Db, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError('UNAUTHORIZED', unauthorized);
}

/**
 * The ids behind addresses of the user's own images, in their order; locked, so that the removal of
 * unused images cannot take one before the listing refers to it.
 */
async function lockOwnImages(trx: Db, ownerId: string, urls: string[]): Promise<string[]> {
  const ids = urls.flatMap((url) => parseImageUrl(url) ?? []);
  if (new Set(ids).size < ids.length) throw badField('images', 'An image can be used only once.');
  const own =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('images')
          .select('id')
          .where('id', 'in', ids)
          .where('ownerId', '=', ownerId)
          .orderBy('id')
          .forKeyShare()
          .execute();
  if (own.length < urls.length) {
    throw badField('images', 'A listing can show only images that you uploaded.');
  }
  return ids;
}

async function insertImages(trx: Db, listingId: string, imageIds: string[]): Promise<void> {
  if (imageIds.length === 0) return;
  const rows = imageIds.map((imageId, position) => ({ listingId, position, imageId }));
  await trx.insertInto('listingImages').values(rows).execute();
}

function placeWithinRegion(location: string, config: Config): Place {
  const place = placeOf(location);
  if (place) return place;
  throw badField('location', outsideRegion(config));
}

function assertCanFeature({ featuredPolicy }: Config, caller: Session['user']): void {
  if (canFeature(featuredPolicy, caller)) return;
  throw new AppError('FORBIDDEN', 'Featured placement is for premium members.');
}
