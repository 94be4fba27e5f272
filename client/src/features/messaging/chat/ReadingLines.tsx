import { Text } from '@mantine/core';
import type { ConversationReading } from '@marketplace/shared/messaging/views';
import { calendarDayText } from '@marketplace/shared/regions/region-day';
import { regionDay } from '@marketplace/shared/regions/region-time';

const reasons = { report: 'a report', check: "a moderator's check" };

interface Props {
  readings: ConversationReading[] | undefined;
  /** The time of the message above, if there is one. */
  after: string | undefined;
  /** The time of the message below, if there is one. */
  before: string | undefined;
}

/** The lines between two messages that say when a moderator read the conversation. */
export function ReadingLines({ readings, after, before }: Props) {
  if (!readings) return null;
  const from = after ? regionDay(after) : '';
  const to = before ? regionDay(before) : '9999';
  return readings
    .filter(({ day }) => from <= day && day < to)
    .map(({ day, because }) => (
      <Text key={`${day} ${because}`} ta="center" fz="0.75rem" c="dimmed" mt={12} mb={4}>
        Read by a moderator on {calendarDayText(day)} because of {reasons[because]}
      </Text>
    ));
}
