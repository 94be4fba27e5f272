import { Group, Paper, SimpleGrid, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { clamp, useClickOutside } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';
import { chartDays } from '@marketplace/shared/admin/constants';
import type { AdminStats } from '@marketplace/shared/admin/schemas';
import classes from './ActivityCharts.module.css';
import { useDailyCounts } from './admin-events.ts';

const charts = [
  { of: 'users', label: 'New users' },
  { of: 'messages', label: 'Messages' },
  { of: 'listings', label: 'New listings' },
  { of: 'offers', label: 'Offers' },
  { of: 'sales', label: 'Sales' },
  { of: 'reports', label: 'Reports' },
] as const;

const grid = { cols: { base: 2, md: 3 }, spacing: { base: 8, sm: 12 }, mt: 12 };

// A day is parsed as midnight UTC. In local time it would be the previous evening.
const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Charts of the last 30 days. A day selected in one chart is highlighted in all. */
export function ActivityCharts() {
  const days = useDailyCounts();
  const [shown, setShown] = useState<number | null>(null);
  const section = useClickOutside<HTMLElement>(() => setShown(null));
  if (!days) {
    return (
      <SimpleGrid {...grid} aria-hidden="true">
        {charts.map(({ of }) => (
          <Paper key={of} withBorder radius="lg" className={classes.chart}>
            <Skeleton height="92%" />
          </Paper>
        ))}
      </SimpleGrid>
    );
  }
  const place = shown ?? days.length - 1;
  const entry = days[place];
  const numbers = entry && charts.map(({ of, label }) => `${label} ${entry[of]}`).join(', ');
  return (
    <section ref={section} aria-label={`Last ${chartDays} days`} className={classes.charts}>
      <VisuallyHidden>
        {/* One slider for all charts lets the arrow keys select a day. */}
        <input
          type="range"
          aria-label="Day"
          aria-valuetext={entry && `${nameOf(entry)}: ${numbers}`}
          max={days.length - 1}
          value={place}
          onChange={(event) => setShown(Number(event.currentTarget.value))}
          onFocus={() => setShown(place)}
          onBlur={() => setShown(null)}
        />
      </VisuallyHidden>
      <SimpleGrid {...grid}>
        {charts.map(({ of, label }) => (
          <BarChart
            key={of}
            label={label}
            bars={days.map((entry) => ({ day: nameOf(entry), count: entry[of] }))}
            shown={shown}
            onShow={setShown}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}

function nameOf({ day }: AdminStats['days'][number]): string {
  return dayFormat.format(new Date(day));
}

interface Props {
  label: string;
  /** One per day, oldest first. */
  bars: { day: string; count: number }[];
  /** Index of the day whose count the heading shows; null to show the sum. */
  shown: number | null;
  onShow: (place: number | null) => void;
}

/** A bar chart, scaled to its highest count. */
function BarChart({ label, bars, shown, onShow }: Props) {
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
            ? `${one.count.toLocaleString('en-US')} on ${one.day}`
            : `${sum.toLocaleString('en-US')} in ${bars.length} days`}
        </Text>
      </Group>
      <ol
        aria-label={`${label} by day`}
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
