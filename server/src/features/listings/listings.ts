import type { Updateable } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { type createListingInput, updateListingInput } from '@marketplace/shared/listings/inputs';
import type { ListingView } from '@marketplace/shared/listings/views';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { assertNotSuspended, type Context, type Session } from '../../context.ts';
import { AppError, assertId, type FieldIssue, notFound } from '../../errors.ts';
import type { Config } from '../../platform/config.ts';
import { enqueue } from '../../platform/jobs.ts';
import { lockListingImages } from '../media/images.ts';
import { applyVerdict, lockCase } from '../screening/hold-listing.ts';
import { lockActiveUser, suspensionOf } from '../users/users.ts';
import { getListing } from './browse.ts';
import { deletePublishedDraft } from './drafts/drafts.ts';
import { newTerm } from './ending/term.ts';
import { findLowPrice, screenEdit, screenListing } from './listing-rules.ts';
import { storeDetails } from './listings.view.ts';
import { nowhere, type Place, placeWithinRegion } from './place.ts';
import { addSearchWords } from './search/corrections.ts';
import { indexed } from './search/index-listings.ts';
import { type AssumedTexts, countPosting, refuseRepeated } from './posting-limits.ts';

type ListingContext = Pick<AppContext, 'db' | 'limiter' | 'config' | 'screener'>;
type UpdateInput = output<typeof updateListingInput>;

/**
 * Publishes a listing, and deletes the draft that it was. A repeated `clientId` or draft returns the
 * first listing and counts toward no limit. Throws BAD_REQUEST for a bad `location` or `images`,
 * FORBIDDEN if the caller may not feature listings, TOO_MANY_REQUESTS, and CONFLICT for a repeated
 * text, a `clientId` whose listing was deleted, or a draft that was changed, with its newer version.
 */
export async function createListing(
  ctx: ListingContext & Pick<AppContext, 'hub'>,
  caller: Session['user'],
  input: output<typeof createListingInput>,
): Promise<ListingView> {
  const { config, hub, screener } = ctx;
  const { images, location: _location, isFeatured, details = null, draft, ...values } = input;
  const posted = await findPosted(ctx.db, caller, input);
  if (posted) return posted;
  const place = await countNew(ctx, caller, input);
  const sellerId = caller.id;
  const lowPrice = await findLowPrice(ctx, { sellerId, ...values });
  const { listing, isNew, caseId } = await ctx.db.transaction().execute(async (trx) => {
    // The lock makes concurrent calls of one user run one by one, so that each listing is compared
    // with the others.
    await lockActiveUser(trx, caller.id);
    const racing = await findPosted(trx, caller, input);
    if (racing) return { listing: racing, isNew: false, caseId: null };
    await refuseRepeated(trx, { sellerId, ...values });
    if (draft) await deletePublishedDraft(trx, caller.id, draft);
    const imageIds = await lockListingImages(trx, caller.id, { urls: images });
    const shown = { ...values, ...place, isFeatured, details: storeDetails(details) };
    const term = newTerm(config, values);
    const screened = { ...values, sellerId, details, imageIds, lowPrice };
    const verdict = await screenListing(screener, trx, screened);
    const { id } = await trx
      .insertInto('listings')
      .values({
        ...shown,
        ...indexed(shown),
        ...term,
        hasPhoto: imageIds.length > 0,
        clientId: draft?.id ?? values.clientId,
        sellerId,
        isActive: verdict.action !== 'hold',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertImages(trx, id, imageIds);
    await addSearchWords(trx, values.title);
    const caseId = await applyVerdict(trx, { id, sellerId, heldAt: null }, verdict);
    return { listing: await getListing(trx, caller, id), isNew: true, caseId };
  });
  if (caseId) hub.admin.publish({ type: 'report', caseId, change: 'reported' });
  if (isNew) {
    hub.admin.publish({ type: 'listingCreated', listingId: listing.id });
    hub.listings.changed([listing.id]);
  }
  return listing;
}

/** Counts a new listing toward the limit if its place and features are allowed. Returns the place. */
async function countNew(
  ctx: ListingContext,
  caller: Session['user'],
  { location, isFeatured }: { location: string; isFeatured: boolean },
): Promise<Place> {
  const place = placeWithinRegion(location, ctx.config);
  if (isFeatured) assertCanFeature(ctx.config, caller);
  await countPosting(ctx, caller.id, 'post');
  return place;
}

/** The services of a check that stores nothing, and the texts that it assumes were stored. */
export type CheckContext = ListingContext & { assumed: AssumedTexts };

/** Throws what `createListing` would throw for a new listing without images. Stores nothing. */
export async function checkNewListing(
  ctx: CheckContext,
  caller: Session['user'],
  input: output<typeof createListingInput>,
): Promise<void> {
  await findPosted(ctx.db, caller, input);
  await countNew(ctx, caller, input);
  const listing = { details: null, ...input, sellerId: caller.id };
  await refuseRepeated(ctx.db, listing, ctx.assumed);
  const lowPrice = await findLowPrice(ctx, listing);
  await screenListing(ctx.screener, ctx.db, { ...listing, imageIds: [], lowPrice });
}

/** Throws what `updateListing` would throw for an edit without images. Stores nothing. */
export async function checkListingUpdate(
  ctx: CheckContext,
  caller: Session['user'],
  input: UpdateInput,
): Promise<void> {
  await countPosting(ctx, caller.id, 'edit');
  const listing = await lockOwnListing(ctx.db, caller, input.id);
  await checkedChanges(ctx, { caller, listing, input });
  await screenEdit(ctx.screener, ctx.db, { listing, input });
}

/**
 * Returns what the caller posted under this client id, or from this draft, whose id then is the
 * listing's client id. Throws CONFLICT if it was deleted.
 */
export async function findPosted(
  db: Db,
  caller: Session['user'],
  { clientId, draft }: { clientId?: string | undefined; draft?: { id: string } | undefined },
) {
  const ids = [clientId, draft?.id].filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const posted = await db
    .selectFrom('listings')
    .select(['id', 'deletedAt'])
    .where('sellerId', '=', caller.id)
    .where('clientId', 'in', ids)
    .executeTakeFirst();
  if (posted?.deletedAt)
    throw new AppError('CONFLICT', 'This listing was posted and then deleted.');
  return posted && getListing(db, caller, posted.id);
}

/**
 * Changes the given fields of the caller's listing. A flagged listing stays flagged, since only an
 * admin can lift that. Throws NOT_FOUND, FORBIDDEN for another user's listing, CONFLICT for a
 * change of kind during deals, and the errors of `createListing`.
 */
export async function updateListing(
  ctx: ListingContext & Pick<AppContext, 'hub'>,
  caller: Session['user'],
  input: UpdateInput,
): Promise<ListingView> {
  await countPosting(ctx, caller.id, 'edit');
  assertId(input.id, 'Listing');
  const lowPrice = await findLowPrice(ctx, { ...input, sellerId: caller.id });
  const { view, caseId } = await ctx.db
    .transaction()
    .execute((trx) => saveListing({ ...ctx, db: trx }, caller, { input, lowPrice }));
  if (caseId) ctx.hub.admin.publish({ type: 'report', caseId, change: 'reported' });
  return view;
}

/**
 * Saves an edit in a transaction. `lowPrice` is what `findLowPrice` returned before it. Returns the id of the case that holding the listing opened, if
 * any. Throws what `updateListing` throws, except for its limit.
 */
export async function saveListing(
  ctx: Pick<ListingContext, 'config' | 'screener'> & { db: Db },
  caller: Session['user'],
  { input, lowPrice }: { input: UpdateInput; lowPrice: number },
): Promise<{ view: ListingView; caseId: string | null }> {
  const { db } = ctx;
  await lockCase(db, input.id);
  const listing = await lockOwnListing(db, caller, input.id);
  const changes = await checkedChanges(ctx, { caller, listing, input });
  const imageIds = input.images && (await lockListingImages(db, caller.id, { urls: input.images }));
  Object.assign(changes, indexed({ ...listing, ...changes }));
  await db.updateTable('listings').set(changes).where('id', '=', listing.id).execute();
  if (Number(input.price) < Number(listing.price)) {
    const payload = { listingId: listing.id, at: new Date().toISOString() };
    await enqueue(db, [{ task: 'notifyPriceDrop', payload, key: `price-drop:${listing.id}` }]);
  }
  if (imageIds) {
    await db.deleteFrom('listingImages').where('listingId', '=', listing.id).execute();
    await insertImages(db, listing.id, imageIds);
  }
  await addSearchWords(db, input.title);
  const verdict = await screenEdit(ctx.screener, db, { listing, input, imageIds, lowPrice });
  const caseId = await applyVerdict(db, listing, verdict);
  return { view: await getListing(db, caller, listing.id), caseId };
}

interface Edit {
  caller: Session['user'];
  listing: Awaited<ReturnType<typeof lockOwnListing>>;
  input: UpdateInput;
}

/** Returns the changed columns of an edit. Throws the refusals of `updateListing` for them. */
async function checkedChanges(
  { db, config, assumed }: Pick<ListingContext, 'config'> & { db: Db; assumed?: AssumedTexts },
  { caller, listing, input }: Edit,
): Promise<Updateable<Listings>> {
  const { id: _id, images, location, isFeatured, details, ...values } = input;
  const changes: Updateable<Listings> = { ...values, updatedAt: new Date() };
  if (images) changes.hasPhoto = images.length > 0;
  if (location !== undefined) {
    Object.assign(changes, location === '' ? nowhere : placeWithinRegion(location, config));
  }
  if (details !== undefined) changes.details = storeDetails(details);
  if (isFeatured !== undefined) {
    if (isFeatured && !listing.isFeatured) assertCanFeature(config, caller);
    changes.isFeatured = isFeatured;
  }
  if (values.kind && values.kind !== listing.kind) await refuseDeals(db, listing);
  const { title, description = listing.description } = values;
  if (title !== listing.title || description !== listing.description) {
    const { id, createdAt } = listing;
    await refuseRepeated(db, { id, sellerId: caller.id, title, description, createdAt }, assumed);
  }
  return changes;
}

/** Returns the issues of raw input that the schema cannot find: bad locations and images. */
export async function listingIssues(input: unknown, ctx: Context): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  const collect = async (check: () => unknown) => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issues.push(...(error.issues ?? []));
    }
  };
  // Each field is parsed alone, because the schema may refuse the other one.
  const { location } = updateListingInput.pick({ location: true }).safeParse(input).data ?? {};
  const { images } = updateListingInput.pick({ images: true }).safeParse(input).data ?? {};
  const userId = ctx.session?.user.id;
  if (location) await collect(() => placeWithinRegion(location, ctx.config));
  if (userId && images) await collect(() => lockListingImages(ctx.db, userId, { urls: images }));
  return issues;
}

/**
 * Locks the caller's listing until the transaction ends, so that edits and a deletion run one by
 * one. The lock does not block new conversations about the listing, which lock feeds first. Throws
 * NOT_FOUND, and FORBIDDEN for another user's listing and while the caller is suspended, because
 * links in emails need no session.
 */
export async function lockOwnListing(trx: Db, caller: { id: string }, id: string) {
  assertId(id, 'Listing');
  const listing = await trx
    .selectFrom('listings')
    .select(['id', 'sellerId', 'isFeatured', 'title', 'description', 'price'])
    .select(['kind', 'availability', 'category', 'location', 'previousPrice', 'stepFloor'])
    .select(['details', 'heldAt'])
    .select(['createdAt', 'expiresAt', 'dueAt', 'notices', 'renewedAt', 'endedAt', 'askedAt'])
    .select((eb) => {
      const seller = eb.selectFrom('users').whereRef('users.id', '=', 'listings.sellerId');
      return [
        seller.select('suspendedUntil').as('suspendedUntil'),
        seller.select('suspensionReason').as('suspensionReason'),
      ];
    })
    .where((eb) => eb.and({ id, deletedAt: null }))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!listing) throw notFound('Listing');
  if (listing.sellerId !== caller.id) throw new AppError('FORBIDDEN', texts.editOwnOnly);
  assertNotSuspended(suspensionOf(listing));
  return listing;
}

async function insertImages(trx: Db, listingId: string, imageIds: string[]): Promise<void> {
  if (imageIds.length === 0) return;
  const rows = imageIds.map((imageId, position) => ({ listingId, position, imageId }));
  await trx.insertInto('listingImages').values(rows).execute();
}

function assertCanFeature({ featuredPolicy }: Config, caller: Session['user']): void {
  if (featuredPolicy === 'open' || caller.isAdmin || caller.membershipTier === 'premium') return;
  throw new AppError('FORBIDDEN', 'Only Premium Members can feature listings.');
}

/** Throws CONFLICT if there is a deal or an open offer, which a new kind would contradict. */
async function refuseDeals(db: Db, listing: { id: string; availability: string }): Promise<void> {
  const open = await db
    .selectFrom('offers')
    .select('id')
    .where((eb) => eb.and({ listingId: listing.id, status: 'open' }))
    .executeTakeFirst();
  if (listing.availability !== 'available' || open)
    throw new AppError('CONFLICT', texts.kindOfDeal);
}
