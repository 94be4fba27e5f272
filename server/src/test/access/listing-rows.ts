import { endListing } from '../../features/listings/ending/ending.ts';
import { type LinkAct, listingLink } from '../../features/listings/ending/listing-links.ts';
import { everybody, signedIn } from './statuses.ts';
import { flaggedListing, savedDraft, type Row, type World } from './world.ts';

const listing = { title: 'Oak desk', price: '25.00', location: 'Troy' };

/** Returns the token of a link in an email to the owner about their listing. */
function linkToken({ ctx, owner, listingId }: World, act: LinkAct): string {
  const about = { act, listingId, sellerId: owner.id };
  return new URL(listingLink(ctx, about)).searchParams.get('token') ?? '';
}

/** The rows of listings and of drafts. */
export const listingRows: Record<string, Row<unknown>> = {
  'listings.act': [
    signedIn(200),
    ({ listingId }) => ({ act: 'lower', listings: [{ id: listingId, price: '1' }] }),
  ],
  'listings.undoAct': [
    signedIn(200),
    async ({ ctx, owner, listingId }) => ({
      tokens: [await endListing(ctx, owner.id, listingId)],
    }),
  ],
  'listings.availability': [everybody(200), ({ listingId }) => ({ id: listingId })],
  'listings.availability of a flagged one': [
    everybody(404, { owner: 200, admin: 200 }),
    async (world) => ({ id: await flaggedListing(world) }),
  ],
  'listings.bulk': [
    signedIn(200),
    ({ listingId }) => ({ items: [listing, { ...listing, id: listingId }] }),
  ],
  'listings.byId': [everybody(200), ({ listingId }) => ({ id: listingId })],
  'listings.byId of a flagged one': [
    everybody(404, { owner: 200, admin: 200 }),
    async (world) => ({ id: await flaggedListing(world) }),
  ],
  'listings.byIds': [everybody(200), ({ listingId }) => ({ ids: [listingId] })],
  'listings.confirm': [signedIn(403, { owner: 200 }), ({ listingId }) => ({ id: listingId })],
  'listings.end': [signedIn(403, { owner: 200 }), ({ listingId }) => ({ id: listingId })],
  'listings.followLink': [everybody(200), (world) => ({ token: linkToken(world, 'renew') })],
  'listings.link': [everybody(200), (world) => ({ token: linkToken(world, 'sold') })],
  'listings.renew': [signedIn(403, { owner: 200 }), ({ listingId }) => ({ id: listingId })],
  'listings.setPriceSteps': [
    signedIn(403, { owner: 200 }),
    ({ listingId }) => ({ id: listingId, steps: { percent: 10, days: 7, floor: '1' } }),
  ],
  'listings.undo': [
    everybody(200),
    async ({ ctx, owner, listingId }) => ({ token: await endListing(ctx, owner.id, listingId) }),
  ],
  'listings.create': [signedIn(200), () => listing],
  'listings.create with a picture of the owner’s': [
    signedIn(400, { owner: 200 }),
    ({ imageId }) => ({ ...listing, images: [`/media/${imageId}/1280.webp`] }),
  ],
  // No model is configured, so allowed callers get a 503.
  'listings.describe': [signedIn(503), () => ({ image: 'data:image/png;base64,iVBO' })],
  'listings.facets': [everybody(200), () => ({})],
  'listings.featured': [everybody(200)],
  'listings.list': [everybody(200), () => ({})],
  'listings.live': [everybody(200), ({ listingId }) => ({ ids: [listingId] })],
  'listings.mine': [signedIn(200), () => ({})],
  'listings.missing': [everybody(200), ({ listingId }) => ({ id: listingId })],
  'listings.priceGuide': [
    everybody(200),
    () => ({ title: 'Oak desk', category: 'furniture', condition: 'good' }),
  ],
  'listings.relaxations': [everybody(200), () => ({ search: 'chair', category: 'books' })],
  'listings.related': [everybody(200), ({ listingId }) => ({ id: listingId })],
  'listings.related of a flagged one': [
    everybody(404),
    async (world) => ({ id: await flaggedListing(world) }),
  ],
  'listings.remove': [signedIn(403, { owner: 200 }), ({ listingId }) => ({ id: listingId })],
  'listings.places': [everybody(200)],
  'listings.stats': [signedIn(404, { owner: 200 }), ({ listingId }) => ({ id: listingId })],
  'listings.suggest': [everybody(200), () => ({ query: 'cha' })],
  'listings.suggestDetails': [signedIn(503), () => ({ images: ['data:image/png;base64,iVBO'] })],
  'listings.suggestLocations': [everybody(200), () => ({ query: 'tro' })],
  'listings.update': [
    signedIn(403, { owner: 200 }),
    ({ listingId }) => ({ id: listingId, ...listing }),
  ],
  'drafts.get': [signedIn(404, { owner: 200 }), savedDraft],
  'drafts.list': [signedIn(200)],
  'drafts.publish': [signedIn(404, { owner: 200 }), savedDraft],
  'drafts.remove': [signedIn(404, { owner: 200 }), savedDraft],
  'drafts.save': [signedIn(200), () => ({ draft: { title: 'Half a desk' } })],
  'drafts.save of a change': [
    signedIn(404, { owner: 200 }),
    async (world) => ({ ...(await savedDraft(world)), draft: { title: 'Whole desk' } }),
  ],
};
