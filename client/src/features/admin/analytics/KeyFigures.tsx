import { Button, Group, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { type Metric, metrics } from '@marketplace/shared/analytics/metrics';
import type { AnalyticsView } from '@marketplace/shared/analytics/schemas';
import { BarChart, dayName } from '../../../ui/charts/BarChart.tsx';
import classes from '../../../ui/charts/Figures.module.css';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { changeText, figureText } from './figure-text.ts';

const keyMetrics = [
  'newPeople',
  'activePeople',
  'newListings',
  'activeListings',
  'conversations',
  'replyMinutes',
  'offers',
  'handedOver',
  'sold',
  'reports',
] as const satisfies Metric[];

/** The most important figures, and the selected one by week. */
export function KeyFigures({ view }: { view: AnalyticsView }) {
  const [metric, setMetric] = useState<Metric>('newListings');
  const [asTable, setAsTable] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const { label } = metrics[metric];
  const weeks = view.rows.filter((row) => row.metric === metric);
  const totals = new Map(view.totals.map((total) => [total.metric, total]));
  return (
    <>
      <div className={classes.figures}>
        {keyMetrics.map((key) => (
          <PlainButton
            key={key}
            className={classes.figure}
            aria-pressed={key === metric}
            onClick={() => setMetric(key)}
          >
            <span className={classes.quiet}>{metrics[key].label}</span>
            <span className={`${classes.total} numbers`}>{figureText(totals.get(key)?.value)}</span>
            <span className={`${classes.quiet} numbers`}>{changeText(totals.get(key))}</span>
          </PlainButton>
        ))}
      </div>
      <Group justify="space-between" mt="lg" mb={4}>
        <Title order={2} size="h4">
          {label} by week
        </Title>
        <Button variant="subtle" size="compact-md" mr={-8} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Group>
      {asTable ? (
        <Table
          aria-label={`${label} by week`}
          className={`${classes.table} numbers`}
          data={{
            head: ['Week of', label, 'Period before'],
            body: weeks
              .toReversed()
              .map(({ group, value, previous }) => [
                dayName(group),
                figureText(value),
                figureText(previous),
              ]),
          }}
        />
      ) : (
        <BarChart
          by="week"
          label={label}
          total={`${figureText(totals.get(metric)?.value)} in the period`}
          bars={weeks.map(({ group, value }) => ({
            day: dayName(group),
            count: Math.round((value ?? 0) * 10) / 10,
          }))}
          shown={shown}
          onShow={setShown}
        />
      )}
    </>
  );
}
