import { VisuallyHidden, Paper, Skeleton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useState } from 'react';
import { chartDays } from '@marketplace/shared/admin/constants';
import type { AdminStats } from '@marketplace/shared/admin/schemas';
import classes from './ActivityCharts.module.css';
import chart from './BarChart.module.css';
import { BarChart } from './BarChart.tsx';
import { useDays } from './use-stats.ts';

const charts = [
  { of: 'users', label: 'New users' },
  { of: 'messages', label: 'Messages' },
  { of: 'listings', label: 'New listings' },
  { of: 'reports', label: 'Reports' },
] as const;

// The day as such: without a time zone it would be the evening before.
const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** What was made on each of the last 30 days. A day that is pointed at in one chart is shown in all. */
export function ActivityCharts() {
  const days = useDays();
  const [shown, setShown] = useState<number | null>(null);
  const section = useClickOutside<HTMLElement>(() => setShown(null));
  if (!days) return <ChartsSkeleton />;
  return (
    <section ref={section} aria-label={`Last ${chartDays} days`} className={classes.charts}>
      <DaySlider days={days} shown={shown} onShow={setShown} />
      {charts.map(({ of, label }) => (
        <BarChart
          key={of}
          label={label}
          bars={days.map((entry) => ({ day: nameOf(entry), count: entry[of] }))}
          shown={shown}
          onShow={setShown}
        />
      ))}
    </section>
  );
}

interface SliderProps {
  days: AdminStats['days'];
  shown: number | null;
  onShow: (place: number | null) => void;
}

/** By keyboard the arrow keys go from day to day, with one stop for all charts. */
function DaySlider({ days, shown, onShow }: SliderProps) {
  const latest = days.length - 1;
  const place = shown ?? latest;
  const entry = days[place];
  const numbers = entry && charts.map(({ of, label }) => `${label} ${entry[of]}`).join(', ');
  return (
    <VisuallyHidden>
      <input
        type="range"
        aria-label="Day"
        aria-valuetext={entry && `${nameOf(entry)}: ${numbers}`}
        max={latest}
        value={place}
        onChange={(event) => onShow(Number(event.currentTarget.value))}
        onFocus={() => onShow(place)}
        onBlur={() => onShow(null)}
      />
    </VisuallyHidden>
  );
}

function nameOf({ day }: AdminStats['days'][number]): string {
  return dayFormat.format(new Date(day));
}

/** As large as the charts. */
function ChartsSkeleton() {
  return (
    <div className={classes.charts} aria-hidden="true">
      {[0, 1, 2, 3].map((at) => (
        <Paper key={at} withBorder radius="lg" className={chart.chart}>
          <Skeleton height="92%" />
        </Paper>
      ))}
    </div>
  );
}
