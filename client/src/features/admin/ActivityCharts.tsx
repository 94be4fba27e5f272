import { SimpleGrid, VisuallyHidden } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useState } from 'react';
import { chartDays } from '@marketplace/shared/admin/constants';
import { BarChart, ChartSkeleton, dayName } from '../../ui/charts/BarChart.tsx';
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

/** Charts of the last 30 days. A day selected in one chart is highlighted in all. */
export function ActivityCharts() {
  const days = useDailyCounts();
  const [shown, setShown] = useState<number | null>(null);
  const section = useClickOutside<HTMLElement>(() => setShown(null));
  if (!days) {
    return (
      <SimpleGrid {...grid} aria-hidden="true">
        {charts.map(({ of }) => (
          <ChartSkeleton key={of} />
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
          aria-valuetext={entry && `${dayName(entry.day)}: ${numbers}`}
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
            bars={days.map((entry) => ({ day: dayName(entry.day), count: entry[of] }))}
            shown={shown}
            onShow={setShown}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}
