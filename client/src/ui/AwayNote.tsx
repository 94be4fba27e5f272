import { Text, type TextProps } from '@mantine/core';
import { calendarDayText } from '@marketplace/shared/regions/region-day';

interface Props extends TextProps {
  name: string;
  /** The day on which they return, or null if they are here. */
  until: string | null;
}

/** Says until when a person is away, before someone waits for their answer. */
export function AwayNote({ name, until, ...look }: Props) {
  if (!until) return null;
  return (
    <Text size="sm" c="dimmed" {...look}>
      <bdi>{name}</bdi> is away until {calendarDayText(until)}.
    </Text>
  );
}
