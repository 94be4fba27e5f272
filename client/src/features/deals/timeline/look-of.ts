import type { EntryOf, MessageKind, TimelineEntry } from '@marketplace/shared/messaging/timeline';

/**
 * What an entry of the timeline is drawn as: as words in a bubble, as photos, as a card in its column or
 * in the middle, as a quiet line, or not at all.
 */
type Look = 'bubble' | 'photos' | 'card' | 'prompt' | 'line' | 'none';

const looks: { [Kind in MessageKind]: (data: EntryOf<Kind>['data']) => Look } = {
  text: () => 'bubble',
  photo: () => 'photos',
  offer({ status }) {
    // The counteroffer says it.
    if (status === 'countered') return 'none';
    return status === 'open' ? 'card' : 'line';
  },
  reservation: () => 'line',
  meetup({ status }) {
    if (status === 'proposed' || status === 'accepted') return 'card';
    return status === 'on-my-way' || status === 'late' || status === 'here' ? 'bubble' : 'line';
  },
  handover: () => 'line',
  line: () => 'line',
  system: ({ code }) => (code === 'review' ? 'prompt' : 'line'),
};

export function lookOf({ kind, data }: TimelineEntry): Look {
  return (looks[kind] as (data: unknown) => Look)(data);
}
