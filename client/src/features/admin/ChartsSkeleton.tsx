import { Paper, Skeleton } from '@mantine/core';
import classes from './ActivityCharts.module.css';
import chart from './BarChart.module.css';

/** As large as the charts. */
export function ChartsSkeleton() {
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
