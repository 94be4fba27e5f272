import { BarChart } from '@mantine/charts';
import chartStyles from '@mantine/charts/styles.layer.css?url';
import { Paper, Text } from '@mantine/core';
import { chartDays } from '@marketplace/shared/admin/constants';
import type { AdminStats } from '@marketplace/shared/admin/views';
import { ChartsSkeleton } from './ChartsSkeleton.tsx';
import { useDays } from './use-stats.ts';
import classes from './ActivityCharts.module.css';

const charts = [
  { of: 'users', label: 'New users' },
  { of: 'messages', label: 'Messages' },
  { of: 'listings', label: 'New listings' },
  { of: 'reports', label: 'Reports' },
] as const;

type Kind = (typeof charts)[number]['of'];

// The day as such: without a time zone it would be the evening before.
const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Under the bars, and all there is to see where nothing was made. */
const axisLine = { stroke: 'var(--line)' };

/** What was made on each of the last 30 days. In a chunk of its own, with the charts' style sheet. */
export function ActivityCharts() {
  const days = useDays();
  if (!days) return <ChartsSkeleton />;
  return (
    <section aria-label={`Last ${chartDays} days`} className={classes.charts}>
      <link rel="stylesheet" href={chartStyles} precedence="default" />
      {charts.map(({ of, label }) => (
        <Chart key={of} of={of} label={label} days={days} />
      ))}
    </section>
  );
}

function Chart({ of, label, days }: { of: Kind; label: string; days: AdminStats['days'] }) {
  const data = days.map((entry) => ({
    day: dayFormat.format(new Date(entry.day)),
    count: entry[of],
  }));
  const sum = data.reduce((all, { count }) => all + count, 0);
  const ticks = [data[0]?.day ?? '', data.at(-1)?.day ?? ''];
  const counted = `${sum.toLocaleString('en-US')} in ${chartDays} days`;
  return (
    <Paper withBorder radius="lg" className={classes.chart}>
      <div className={classes.heading}>
        <Text size="xs" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed" className="numbers">
          {counted}
        </Text>
      </div>
      <div aria-hidden="true">
        <BarChart
          h={{ base: 76, sm: 104 }}
          data={data}
          dataKey="day"
          series={[{ name: 'count', label, color: 'var(--chart-bar)' }]}
          withYAxis={false}
          gridAxis="none"
          tickLine="none"
          xAxisProps={{
            ticks,
            interval: 'preserveStartEnd',
            padding: { left: 2, right: 2 },
            axisLine,
          }}
          barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
          barChartProps={{ accessibilityLayer: false, barCategoryGap: 1.5 }}
          tooltipAnimationDuration={0}
        />
      </div>
    </Paper>
  );
}
