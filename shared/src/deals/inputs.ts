import * as z from 'zod';
import { clientMadeId, creationId, lookupId } from '../ids.ts';
import { priceInput } from '../listings/inputs.ts';
import { submitReviewInput } from '../reviews/schemas.ts';
import { storableText } from '../storable-text.ts';
import { offerNoteMaxLength, placeMaxLength, reservationDays } from './constants.ts';

const amount = priceInput.refine((price) => price !== '0.00', 'Enter an amount above zero.');

/** A buyer's offer. Repeating a `clientId` makes no second one. */
export const makeOfferInput = z
  .object({
    conversationId: lookupId.optional(),
    listingId: lookupId.optional(),
    amount,
    note: storableText()
      .trim()
      .max(offerNoteMaxLength, `A note can have up to ${offerNoteMaxLength} characters.`)
      .optional(),
    clientId: clientMadeId,
  })
  .refine(({ conversationId, listingId }) => Boolean(conversationId) !== Boolean(listingId), {
    message: 'Name either a conversation or a listing.',
    path: ['conversationId'],
  });

export const offerAnswers = ['accept', 'decline', 'counter'] as const;

/** `amount` is the counteroffer's. */
export const respondToOfferInput = z
  .object({
    offerId: lookupId,
    answer: z.enum(offerAnswers),
    amount: amount.optional(),
    clientId: creationId,
  })
  .refine(({ answer, amount }) => answer !== 'counter' || amount !== undefined, {
    message: 'Enter the amount of your counteroffer.',
    path: ['amount'],
  });

export const offerInput = z.object({ offerId: lookupId });

const daysText = `A reservation lasts ${reservationDays.min} to ${reservationDays.max} days.`;

/** Reserving again for the same person restarts the time. */
export const reserveInput = z.object({
  conversationId: lookupId,
  days: z
    .int(daysText)
    .min(reservationDays.min, daysText)
    .max(reservationDays.max, daysText)
    .default(reservationDays.usual),
  clientId: creationId,
});

export const dealInput = z.object({ conversationId: lookupId });
export const dealListingInput = z.object({ listingId: lookupId });

/** `startsAt` has a UTC offset: '2026-11-28T15:00:00-05:00' or in UTC. */
export const proposeMeetupInput = z.object({
  conversationId: lookupId,
  place: storableText('Enter a place.')
    .trim()
    .min(1, 'Enter a place.')
    .max(placeMaxLength, `A place can have up to ${placeMaxLength} characters.`),
  startsAt: z.iso.datetime({ offset: true, error: 'Enter a date and time.' }),
  clientId: creationId,
});

export const respondToMeetupInput = z.object({
  meetupId: lookupId,
  answer: z.enum(['accept', 'decline']),
});

export const meetupInput = z.object({ meetupId: lookupId });

export const meetupStatusInput = z.object({
  meetupId: lookupId,
  status: z.enum(['on-my-way', 'late', 'here', 'no-show']),
});

export const confirmHandoverInput = z.object({
  conversationId: lookupId,
  code: z
    .string()
    .trim()
    .regex(/^\d{4}$/, 'Enter the four digits.'),
});

/** `conversationId` names the buyer. Without it, the buyer is not a user here. */
export const markSoldInput = z.object({
  listingId: lookupId,
  conversationId: lookupId.optional(),
});

/** `dealId` is the `id` that `deals.forConversation` returns. */
export const reviewDealInput = submitReviewInput
  .pick({ rating: true, comment: true })
  .extend({ dealId: lookupId });

export const placesInput = z.object({ listingId: lookupId.optional() }).optional();
