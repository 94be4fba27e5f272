import * as z from 'zod';

const time = z.iso.datetime();

/** The status of an offer. `closed`: the listing went to someone else or is gone. */
export const offerStatus = z.enum([
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'lapsed',
  'closed',
]);

/**
 * `ending`: it expires within a day. `offered`: it is the first in line's turn. `confirmed`: they
 * confirmed it.
 */
const reservationStatus = z.enum([
  'reserved',
  'confirmed',
  'ending',
  'released',
  'lapsed',
  'offered',
]);

/** The status of a meetup, including updates that the two people send on the day. */
export const meetupStatus = z.enum([
  'proposed',
  'accepted',
  'declined',
  'canceled',
  'on-my-way',
  'late',
  'here',
  'no-show',
]);

/** Other events that both people should know about. */
const systemCode = z.enum([
  'sold',
  'sale-undone',
  'removed',
  'ended',
  'review',
  'wrong-code',
  'code-ended',
]);

/** The data of each kind of message. Prices are decimal strings; times are ISO strings. */
const timelineData = {
  text: z.null(),
  /** `url` is a path that only the two people can open. Sizes are in px. */
  photo: z.object({
    images: z.array(
      z.object({ id: z.string(), url: z.string(), width: z.number(), height: z.number() }),
    ),
  }),
  offer: z.object({
    offerId: z.string(),
    amount: z.string(),
    note: z.string().nullable(),
    status: offerStatus,
    expiresAt: time,
  }),
  /** `until` is null if the reservation has ended. */
  reservation: z.object({ status: reservationStatus, until: time.nullable() }),
  meetup: z.object({
    meetupId: z.string(),
    place: z.string(),
    startsAt: time,
    status: meetupStatus,
  }),
  /** `verified`: confirmed by the buyer's code. */
  handover: z.object({ verified: z.boolean() }),
  /** The buyer's place in line; null if they are not in line. */
  line: z.object({ position: z.number().nullable() }),
  system: z.object({ code: systemCode }),
};

export type MessageKind = keyof typeof timelineData;
export const messageKind = z.enum(Object.keys(timelineData) as [MessageKind, ...MessageKind[]]);

/** One entry of a conversation's timeline. */
export type TimelineEntry = {
  [Kind in MessageKind]: { kind: Kind; data: z.output<(typeof timelineData)[Kind]> };
}[MessageKind];

export type EntryOf<Kind extends MessageKind> = Extract<TimelineEntry, { kind: Kind }>;

/** Returns a schema of `fields` and a timeline entry, discriminated by `kind`. */
export function withTimelineEntry<Fields extends z.ZodRawShape>(fields: Fields) {
  const { text, photo, offer, reservation, meetup, handover, line, system } = timelineData;
  return z.discriminatedUnion('kind', [
    z.object({ ...fields, kind: z.literal('text'), data: text }),
    z.object({ ...fields, kind: z.literal('photo'), data: photo }),
    z.object({ ...fields, kind: z.literal('offer'), data: offer }),
    z.object({ ...fields, kind: z.literal('reservation'), data: reservation }),
    z.object({ ...fields, kind: z.literal('meetup'), data: meetup }),
    z.object({ ...fields, kind: z.literal('handover'), data: handover }),
    z.object({ ...fields, kind: z.literal('line'), data: line }),
    z.object({ ...fields, kind: z.literal('system'), data: system }),
  ]);
}
