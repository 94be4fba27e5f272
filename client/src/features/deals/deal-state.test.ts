import { expect, test } from 'vitest';
import type { DealView } from '@marketplace/shared/deals/views';
import { dealState, dealSteps, noShowStep } from './deal-state.ts';

// Monday, November 23, 2026, 10 AM in New York.
const now = Date.parse('2026-11-23T15:00:00Z');
const buyer = { me: 'b', name: 'Walt', isSeller: false, now };
const seller = { me: 's', name: 'Hannah', isSeller: true, now };

const nothing: DealView = {
  id: 'c',
  kind: 'offer',
  availability: 'available',
  offers: [],
  canOffer: false,
  reservation: null,
  meetup: null,
  line: { position: null, length: 0, offeredUntil: null, reservedUntil: null },
  soldHere: false,
  soldAt: null,
  handedOverAt: null,
  reviews: { canWrite: false, mine: null, theirs: null, releasedAt: null, showsAt: null },
};

const offer = {
  ...{ id: 'o', madeBy: 'b', amount: '45.00', note: null, status: 'open' as const },
  ...{ expiresAt: '2026-11-25T15:00:00Z', createdAt: '2026-11-23T15:00:00Z' },
};
const meetup = {
  ...{ id: 'm', proposedBy: 'b', place: 'Public library', startsAt: '2026-11-28T20:00:00Z' },
  status: 'proposed' as const,
};
const reservation = { until: '2026-11-27T20:00:00Z', amount: null, fromLine: false };

/** Returns what the buyer and the seller read, each with the label of the button next to it. */
const bothSee = (change: Partial<DealView>) =>
  [buyer, seller].map((viewer) => {
    const canOffer = change.canOffer === true && !viewer.isSeller;
    const { text, step } = dealState({ ...nothing, ...change, canOffer }, viewer);
    return step ? `${text} [${step.label}]` : text;
  });

test.each<{ at: string; deal: Partial<DealView>; reads: [buyer: string, seller: string] }>([
  {
    at: 'nothing yet',
    deal: { canOffer: true },
    reads: ['Available [Make an offer]', 'Available [Reserve]'],
  },
  {
    at: 'a firm price',
    deal: {},
    reads: ['Available [Suggest a meetup]', 'Available [Reserve]'],
  },
  {
    at: 'something wanted',
    deal: { kind: 'wanted' },
    reads: ['Wanted [Suggest a meetup]', 'Wanted [Suggest a meetup]'],
  },
  {
    at: 'an open offer',
    deal: { offers: [offer] },
    reads: ['Your offer of $45 expires in 2 days', 'Hannah offers $45, expires in 2 days [Accept]'],
  },
  {
    at: 'a counteroffer',
    deal: {
      offers: [
        { ...offer, status: 'countered' },
        { ...offer, id: 'p', madeBy: 's' },
      ],
    },
    reads: ['Walt offers $45, expires in 2 days [Accept]', 'Your offer of $45 expires in 2 days'],
  },
  {
    at: 'a reservation',
    deal: { availability: 'reserved', reservation },
    reads: [
      'Reserved for you until Fri, 3 PM [Suggest a meetup]',
      'Reserved for Hannah until Fri, 3 PM [Suggest a meetup]',
    ],
  },
  {
    at: 'a suggested meetup',
    deal: { availability: 'reserved', reservation, meetup },
    reads: [
      'You suggested Sat, 3 PM, Public library',
      'Hannah suggests Sat, 3 PM, Public library [Accept]',
    ],
  },
  {
    at: 'a meetup ahead',
    deal: { meetup: { ...meetup, status: 'accepted' } },
    reads: ['Meet Sat, 3 PM, Public library', 'Meet Sat, 3 PM, Public library'],
  },
  {
    at: 'a meetup today',
    deal: { meetup: { ...meetup, status: 'accepted', startsAt: '2026-11-23T20:00:00Z' } },
    reads: [
      'Meet today, 3 PM, Public library [Show code]',
      'Meet today, 3 PM, Public library [Enter code]',
    ],
  },
  {
    at: 'a reservation for someone else',
    deal: { availability: 'reserved', line: { ...nothing.line, length: 2 } },
    reads: [
      'Reserved for someone else · 2 in line [Join the line]',
      'Reserved for someone else · 2 in line',
    ],
  },
  {
    at: 'a place in line',
    deal: { availability: 'reserved', line: { ...nothing.line, position: 2, length: 2 } },
    reads: ["You're 2nd in line. The seller decides.", 'Reserved for someone else · 2 in line'],
  },
  {
    at: 'a turn in line',
    deal: { availability: 'reserved', reservation: { ...reservation, fromLine: true } },
    reads: ["It's your turn until Fri, 3 PM [Confirm]", "Hannah's turn in line until Fri, 3 PM"],
  },
  {
    at: 'a sale',
    deal: {
      ...{ availability: 'sold', soldHere: true, soldAt: '2026-11-23T15:00:00Z' },
      reviews: { ...nothing.reviews, canWrite: true },
    },
    reads: ['Sold to you, Nov 23 [Leave a review]', 'Sold Nov 23 [Leave a review]'],
  },
  {
    at: 'a sale elsewhere',
    deal: { availability: 'sold' },
    reads: ['Sold to someone else', 'Sold to someone else'],
  },
])('shows the buyer and the seller the state and the next step: $at', ({ deal, reads }) => {
  expect(bothSee(deal)).toEqual(reads);
});

const labelsOf = (change: Partial<DealView>, viewer = seller) =>
  dealSteps({ ...nothing, ...change }, viewer).map(({ label }) => label);

test('the menu lists the steps that are possible now', () => {
  expect(labelsOf({ canOffer: true }, buyer)).toEqual(['Make an offer…', 'Suggest a meetup…']);
  expect(labelsOf({})).toEqual(['Reserve for Hannah…', 'Suggest a meetup…', 'Mark as sold…']);
  expect(labelsOf({ kind: 'wanted' })).toEqual(['Suggest a meetup…']);
  expect(labelsOf({ availability: 'reserved', reservation })).toEqual([
    ...['Suggest a meetup…', 'Enter code…', 'Mark as sold…', 'Release'],
  ]);
  expect(
    labelsOf(
      { meetup: { ...meetup, status: 'accepted', startsAt: '2026-11-23T14:00:00Z' } },
      buyer,
    ),
  ).toEqual(['Suggest another meetup…', 'Show code…', "Walt didn't show up"]);
});

test('a sale can be undone for a day, and confirmed with the code once', () => {
  const sold = { availability: 'sold', soldHere: true } as const;
  const soldAt = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  expect(labelsOf({ ...sold, soldAt: soldAt(1) })).toEqual(['Enter code…', 'Undo “Sold”']);
  expect(labelsOf({ ...sold, soldAt: soldAt(25), handedOverAt: soldAt(25) })).toEqual([]);
});

test('a no-show can be reported after the meetup, even after a sale, unless the code was used', () => {
  const met = { ...meetup, status: 'accepted' as const, startsAt: '2026-11-23T14:00:00Z' };
  const sold = { ...nothing, meetup: met, soldHere: true, soldAt: '2026-11-23T14:10:00Z' };
  expect(noShowStep(sold, buyer)).toMatchObject({ action: 'no-show', id: met.id });
  expect(noShowStep({ ...sold, handedOverAt: sold.soldAt }, buyer)).toBe(false);
  expect(noShowStep({ ...sold, meetup: { ...met, startsAt: '2026-11-30T14:00:00Z' } }, buyer)).toBe(
    false,
  );
});
