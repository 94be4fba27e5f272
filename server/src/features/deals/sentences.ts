import { wrongHandoverTries } from '@marketplace/shared/deals/constants';
import type { EntryOf, MessageKind, TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { formatPriceExact } from '@marketplace/shared/money';
import { isolated } from '@marketplace/shared/direction';

type Step = Exclude<MessageKind, 'text' | 'photo'>;

/** Formats a time as 'Sat, Nov 28, 3:00 PM', in the time zone of the region. */
export function formatMoment(time: string): string {
  return momentFormat.format(new Date(time)).replaceAll('\u202f', ' ');
}

const momentFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  ...{ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
});

const sentences: { [Kind in Step]: (data: EntryOf<Kind>['data']) => string } = {
  offer({ amount, note, status }) {
    const price = formatPriceExact(amount);
    return {
      open: `Offered ${price}.${note ? ` “${isolated(note)}”` : ''}`,
      accepted: `Accepted the offer of ${price}.`,
      declined: `Declined the offer of ${price}.`,
      countered: `Answered the offer of ${price} with another.`,
      withdrawn: `Withdrew the offer of ${price}.`,
      lapsed: `The offer of ${price} expired.`,
      closed: `The offer of ${price} is closed: the listing was reserved, sold, or removed.`,
    }[status];
  },
  reservation({ status, until }) {
    const end = until ? formatMoment(until) : '';
    return {
      reserved: `Reserved until ${end}.`,
      confirmed: `Confirmed. Reserved until ${end}.`,
      ending: `The reservation ends ${end}.`,
      offered: `It's your turn in line. Reserved for you until ${end}.`,
      released: 'The reservation was canceled.',
      lapsed: 'The reservation ended.',
    }[status];
  },
  meetup({ place: given, startsAt, status }) {
    const place = isolated(given);
    const when = formatMoment(startsAt);
    return {
      proposed: `Suggested to meet: ${place}, ${when}.`,
      accepted: `Agreed to meet: ${place}, ${when}.`,
      declined: `Can't meet: ${place}, ${when}.`,
      canceled: `Canceled the meetup: ${place}, ${when}.`,
      'on-my-way': 'On my way.',
      late: '10 minutes late.',
      here: "I'm here.",
      'no-show': `Reported a missed meetup: ${place}, ${when}.`,
    }[status];
  },
  handover: ({ verified }) =>
    verified ? 'Sold. The hand-over was confirmed with the code.' : 'Marked as sold to you.',
  line: ({ position }) =>
    position === null ? 'Left the line.' : `Joined the line as number ${position}.`,
  system: ({ code }) =>
    ({
      sold: 'This was sold to someone else.',
      'sale-undone': 'The sale was undone.',
      removed: 'The seller removed this listing.',
      ended: 'This listing ended.',
      review: 'How did it go? Leave a review.',
      'wrong-code': `Someone entered a wrong hand-over code ${wrongHandoverTries.warnedEvery} times. Only share your code when you have the item.`,
      'code-ended':
        'This hand-over code ended after too many wrong tries. The buyer gets a new one by opening it again.',
    })[code],
};

/** Returns an entry of a timeline as a plain sentence. */
export function sentenceOf(entry: Extract<TimelineEntry, { kind: Step }>): string {
  return (sentences[entry.kind] as (data: unknown) => string)(entry.data);
}
