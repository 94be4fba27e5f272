import type { EntryOf, MessageKind, TimelineEntry } from '@marketplace/shared/messaging/timeline';

/**
 * How an entry of the timeline is drawn. A `card` is in its sender's column, a `prompt` is a
 * centered card, and a `line` is a quiet, centered text.
 */
type Look = 'bubble' | 'photos' | 'card' | 'prompt' | 'line' | 'none';

const looks: { [Kind in MessageKind]: (data: EntryOf<Kind>['data']) => Look } = {
  text: () => 'bubble',
  photo: () => 'photos',
  offer({ status }) {
    // The counteroffer replaces it.
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

export function entryLook({ kind, data }: TimelineEntry): Look {
  return (looks[kind] as (data: unknown) => Look)(data);
}
