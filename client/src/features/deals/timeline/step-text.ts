import { wrongHandoverTries } from '@marketplace/shared/deals/constants';
import type { EntryOf, TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { formatPrice } from '@marketplace/shared/money';
import { momentText } from '../times.ts';

const { warnedEvery } = wrongHandoverTries;

/** The reader of the line. `isMine` is true if they did the step. `name` is the other person's. */
interface Reader {
  isMine: boolean;
  isSeller: boolean;
  name: string;
}

type Text<Kind extends TimelineEntry['kind']> = (
  data: EntryOf<Kind>['data'],
  who: string,
) => string;

const offer: Text<'offer'> = ({ amount, status }, who) => {
  const price = formatPrice(amount);
  const their = who === 'You' ? 'your' : 'the';
  return {
    open: `${who} offered ${price}`,
    accepted: `${who} accepted ${price}`,
    declined: `${who} declined ${price}`,
    countered: `${who} countered the offer of ${price}`,
    withdrawn: `${who} withdrew ${their} offer of ${price}`,
    lapsed: `The offer of ${price} expired`,
    closed: `The offer of ${price} is closed: this went to someone else`,
  }[status];
};

const meetup: Text<'meetup'> = ({ startsAt, status }, who) => {
  const when = momentText(startsAt);
  const canNot = who === 'You' ? "You can't" : `${who} can't`;
  return {
    proposed: `${who} suggested ${when}`,
    accepted: `${who} agreed to ${when}`,
    declined: `${canNot} make ${when}`,
    canceled: `${who} canceled the meetup on ${when}`,
    'on-my-way': `${who === 'You' ? "You're" : `${who} is`} on the way`,
    late: `${who === 'You' ? "You're" : `${who} is`} 10 minutes late`,
    here: `${who === 'You' ? "You're" : `${who} is`} here`,
    'no-show': `${who} reported a missed meetup`,
  }[status];
};

function reservation({ status, until }: EntryOf<'reservation'>['data'], reader: Reader): string {
  const end = until ? momentText(until) : '';
  const buyer = reader.isSeller ? reader.name : 'you';
  const turn = reader.isSeller ? `${reader.name}'s` : 'your';
  return {
    reserved: `Reserved for ${buyer} until ${end}`,
    confirmed: `${reader.isSeller ? reader.name : 'You'} confirmed. Reserved until ${end}`,
    ending: `The reservation ends ${end}`,
    offered: `It's ${turn} turn in line until ${end}`,
    released: `${reader.isMine ? 'You' : reader.name} released the reservation`,
    lapsed: 'The reservation ended',
  }[status];
}

/** Returns the text of a step from its reader's point of view, without the time. */
export function stepText(entry: TimelineEntry, reader: Reader): string {
  const who = reader.isMine ? 'You' : reader.name;
  switch (entry.kind) {
    case 'offer':
      return offer(entry.data, who);
    case 'meetup':
      return meetup(entry.data, who);
    case 'reservation':
      return reservation(entry.data, reader);
    case 'handover':
      if (entry.data.verified) return 'Sold. The code confirmed the hand-over';
      return `${who} marked this as sold to ${reader.isSeller ? reader.name : 'you'}`;
    case 'line': {
      const { position } = entry.data;
      return position === null
        ? `${who} left the line`
        : `${who} joined the line as ${ordinal(position)}`;
    }
    case 'system':
      return {
        sold: 'This was sold to someone else',
        'sale-undone': 'The sale was undone',
        removed: 'The seller removed this listing',
        ended: 'This listing ended',
        review: 'How did it go?',
        'wrong-code': reader.isSeller
          ? `A wrong hand-over code was entered ${warnedEvery} times`
          : `Someone entered a wrong hand-over code ${warnedEvery} times. Only share your code when you have the item`,
        'code-ended': reader.isSeller
          ? `The hand-over code ended after too many wrong tries. ${reader.name} gets a new one`
          : 'Your hand-over code ended after too many wrong tries. Open it again for a new one',
      }[entry.data.code];
    case 'text':
    case 'photo':
      return '';
  }
}

const places = new Intl.PluralRules('en-US', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns '1st', '2nd', '3rd', '4th' and so on. */
export function ordinal(place: number): string {
  return `${place}${endings[places.select(place)] ?? 'th'}`;
}
