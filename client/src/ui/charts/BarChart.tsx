import { Group, Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { clamp } from '@mantine/hooks';
import type { PointerEvent } from 'react';
import classes from './BarChart.module.css';

// A day is parsed as midnight UTC. In local time it would be the previous evening.
const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Returns the name of a day ('2026-11-28') below a chart: 'Nov 28'. */
export function dayName(day: string): string {
  return dayFormat.format(new Date(day));
}

interface Props {
  label: string;
  /** One per day or week, oldest first. */
  bars: { day: string; count: number }[];
  /** Index of the day whose count the heading shows; null to show the sum. */
  shown: number | null;
  onShow: (place: number | null) => void;
  by?: 'day' | 'week';
  /** A text that the heading shows instead of the sum. */
  total?: string;
}

/** A bar chart, scaled to its highest count. */
export function BarChart({ label, bars, shown, onShow, by = 'day', total }: Props) {
  const sum = bars.reduce((all, { count }) => all + count, 0);
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const one = shown === null ? undefined : bars[shown];
  const show = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onShow(clamp(Math.floor(((clientX - left) / width) * bars.length), 0, bars.length - 1));
  };
  return (
    <Paper withBorder radius="lg" className={classes.chart}>
      <Group
        gap="0 8px"
        align="baseline"
        justify="space-between"
        wrap="nowrap"
        className={classes.heading}
      >
        <Text size="xs" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed" className="numbers">
          {one
            ? `${one.count.toLocaleString('en-US')} ${by === 'day' ? 'on' : 'in the week of'} ${one.day}`
            : (total ?? `${sum.toLocaleString('en-US')} in ${bars.length} days`)}
        </Text>
      </Group>
      <ol
        aria-label={`${label} by ${by}`}
        data-by={by}
        className={`${classes.bars} plain`}
        onPointerDown={show}
        onPointerMove={show}
        // On touch, the pointer leaves as soon as the finger lifts, but the tapped day stays
        // selected.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onShow(null)}
        onPointerCancel={() => onShow(null)}
      >
        {bars.map(({ day, count }, place) => (
          <li key={day} className={classes.day} data-shown={place === shown || undefined}>
            {count > 0 && (
              <span className={classes.bar} style={{ height: `${(count / most) * 100}%` }} />
            )}
            <VisuallyHidden>
              {day}: {count.toLocaleString('en-US')}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <Group justify="space-between" mt={6} fz="xs" lh="xs" c="dimmed" aria-hidden>
        <span>{bars[0]?.day}</span>
        <span>{bars.at(-1)?.day}</span>
      </Group>
    </Paper>
  );
}

export function ChartSkeleton() {
  return (
    <Paper withBorder radius="lg" className={classes.chart} aria-hidden>
      <Skeleton height="92%" />
    </Paper>
  );
}
