import { insertListing } from '../../features/listings/listings.fixtures.ts';
import { signedIn } from './statuses.ts';
import { as, type Row, type World } from './world.ts';

/** Statuses of calls that only the two people of a conversation may make. */
const members = signedIn(404, { owner: 200, other: 200 });
const theSeller = signedIn(404, { owner: 200, other: 403 });
const theBuyer = signedIn(404, { owner: 403, other: 200 });

/** Creates a conversation about another listing of the owner. */
async function newDeal(world: World) {
  const listingId = await insertListing(world.ctx.db, world.owner.id);
  const { id } = await as(world, world.other).messaging.openConversation({ listingId });
  return { listingId, conversationId: id };
}

async function soldDeal(world: World) {
  const deal = await newDeal(world);
  await as(world, world.owner).deals.markSold(deal);
  return deal;
}

/** Creates a meetup, proposed by the other person, that begins in a minute. */
export async function newMeetup(world: World, status = 'proposed'): Promise<{ meetupId: string }> {
  const { conversationId } = await newDeal(world);
  const { id } = await world.ctx.db
    .insertInto('meetups')
    .values({
      ...{ conversationId, proposedBy: world.other.id, place: 'Library', status },
      startsAt: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { meetupId: id };
}

export const handoverRows: Record<string, Row<unknown>> = {
  'deals.proposeMeetup': [
    members,
    ({ conversationId }) => ({
      conversationId,
      place: 'Library',
      startsAt: new Date(Date.now() + 60_000).toISOString(),
    }),
  ],
  'deals.respondToMeetup': [
    theSeller,
    async (world) => ({ ...(await newMeetup(world)), answer: 'accept' }),
  ],
  'deals.cancelMeetup': [members, (world) => newMeetup(world)],
  'deals.meetupStatus': [
    members,
    async (world) => ({ ...(await newMeetup(world, 'accepted')), status: 'on-my-way' }),
  ],
  'deals.review': [
    members,
    async (world) => {
      const { conversationId } = await soldDeal(world);
      return { dealId: conversationId, rating: 5, comment: 'Prompt' };
    },
  ],
  'deals.places': [signedIn(200), ({ listingId }) => ({ listingId })],
  'deals.markSold': [signedIn(403, { owner: 200 }), newDeal],
  'deals.undoSold': [signedIn(403, { owner: 200 }), soldDeal],
  'deals.handoverCode': [theBuyer, ({ conversationId }) => ({ conversationId })],
  'deals.confirmHandover': [
    theSeller,
    async (world) => {
      const { conversationId } = await newDeal(world);
      const { code } = await as(world, world.other).deals.handoverCode({ conversationId });
      return { conversationId, code };
    },
  ],
};
