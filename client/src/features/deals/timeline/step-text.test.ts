import { expect, test } from 'vitest';
import type { EntryOf, TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { stepText } from './step-text.ts';

/** Returns what the seller, Walt, and the buyer, Hannah, read. */
const read = (entry: TimelineEntry, by: 'seller' | 'buyer') => [
  stepText(entry, { isMine: by === 'seller', isSeller: true, name: 'Hannah' }),
  stepText(entry, { isMine: by === 'buyer', isSeller: false, name: 'Walt' }),
];

const offer = (status: EntryOf<'offer'>['data']['status']): TimelineEntry => ({
  kind: 'offer',
  data: { offerId: 'o', amount: '45.00', note: null, status, expiresAt: '2026-11-25T15:00:00Z' },
});
const until = '2026-11-27T20:00:00Z';

test('words each step from the point of view of its reader', () => {
  expect(read(offer('accepted'), 'seller')).toEqual(['You accepted $45', 'Walt accepted $45']);
  expect(read(offer('withdrawn'), 'buyer')).toEqual([
    'Hannah withdrew the offer of $45',
    'You withdrew your offer of $45',
  ]);
  // A buyer who accepts a counteroffer also causes a reservation.
  for (const by of ['seller', 'buyer'] as const) {
    expect(read({ kind: 'reservation', data: { status: 'reserved', until } }, by)).toEqual([
      'Reserved for Hannah until Fri, Nov 27, 3:00 PM',
      'Reserved for you until Fri, Nov 27, 3:00 PM',
    ]);
  }
  expect(read({ kind: 'handover', data: { verified: false } }, 'seller')).toEqual([
    'You marked this as sold to Hannah',
    'Walt marked this as sold to you',
  ]);
  expect(read({ kind: 'line', data: { position: 22 } }, 'buyer')).toEqual([
    'Hannah joined the line as 22nd',
    'You joined the line as 22nd',
  ]);
  expect(read({ kind: 'system', data: { code: 'wrong-code' } }, 'seller')).toEqual([
    'A wrong hand-over code was entered 3 times',
    'Someone entered a wrong hand-over code 3 times. Only share your code when you have the item',
  ]);
  expect(read({ kind: 'system', data: { code: 'code-ended' } }, 'seller')).toEqual([
    'The hand-over code ended after too many wrong tries. Hannah gets a new one',
    'Your hand-over code ended after too many wrong tries. Open it again for a new one',
  ]);
});
