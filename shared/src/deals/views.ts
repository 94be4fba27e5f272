import * as z from 'zod';
import { availability } from '../listings/views.ts';
import { messageView } from '../messaging/views.ts';
import { offerStatus } from '../messaging/timeline.ts';

const time = z.iso.datetime();

/** An offer that was made or answered, and its message. A counteroffer has a new id. */
export const offerResultView = z.object({ offerId: z.string(), message: messageView });

/**
 * The caller's place in line from 1, or null. `reservedUntil`: the listing is reserved for them.
 * `offeredUntil`: it is their turn, which they have not confirmed.
 */
export const lineView = z.object({
  position: z.number().nullable(),
  length: z.number(),
  offeredUntil: time.nullable(),
  reservedUntil: time.nullable(),
});

export const reservationView = z.object({
  until: time,
  /** The agreed amount, if an offer was accepted. */
  amount: z.string().nullable(),
  /** True for the turn of the first in line, which they have to confirm. */
  fromLine: z.boolean(),
});

export const meetupView = z.object({
  id: z.string(),
  proposedBy: z.string(),
  place: z.string(),
  startsAt: time,
  status: z.enum(['proposed', 'accepted']),
});

/** `showsAt`: when the caller's review becomes visible at the latest; null if it is. */
export const dealReviewsView = z.object({
  canWrite: z.boolean(),
  mine: z.object({ rating: z.number(), comment: z.string().nullable() }).nullable(),
  theirs: z.object({ rating: z.number(), comment: z.string().nullable() }).nullable(),
  showsAt: time.nullable(),
  releasedAt: time.nullable(),
});

/**
 * The agreements of the two people of a conversation. `reservation` is this buyer's; null with the
 * `availability` 'reserved' means someone else's. The seller only gets the length of `line`.
 */
export const dealView = z.object({
  id: z.string(),
  kind: z.enum(['offer', 'wanted']),
  availability,
  offers: z.array(
    z.object({
      id: z.string(),
      madeBy: z.string(),
      amount: z.string(),
      note: z.string().nullable(),
      status: offerStatus,
      expiresAt: time,
      createdAt: time,
    }),
  ),
  canOffer: z.boolean(),
  reservation: reservationView.nullable(),
  meetup: meetupView.nullable(),
  line: lineView,
  soldHere: z.boolean(),
  soldAt: time.nullable(),
  handedOverAt: time.nullable(),
  reviews: dealReviewsView,
});

/** The four digits that the buyer shows and the seller enters. */
export const handoverCodeView = z.object({ code: z.string() });

/** A meeting place that an admin added. `note` may be empty. */
export const safeSpotView = z.object({
  id: z.string(),
  name: z.string(),
  town: z.string(),
  note: z.string(),
});

/** The meeting places: spots that admins added, and kinds of public places of the town. */
export const placesView = z.object({
  town: z.string().nullable(),
  spots: z.array(safeSpotView),
  kinds: z.array(z.string()),
});

export type DealView = z.output<typeof dealView>;
export type OfferResultView = z.output<typeof offerResultView>;
export type LineView = z.output<typeof lineView>;
export type ReservationView = z.output<typeof reservationView>;
export type SafeSpot = z.output<typeof safeSpotView>;
export type PlacesView = z.output<typeof placesView>;
