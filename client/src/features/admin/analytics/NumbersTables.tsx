import { Table, Title } from '@mantine/core';
import { groupName, type Metric, metrics } from '@marketplace/shared/analytics/metrics';
import type { AnalyticsView } from '@marketplace/shared/analytics/schemas';
import { changeText, figureText } from './figure-text.ts';
import classes from './NumbersTab.module.css';

const placeMetrics = [
  { metric: 'newListings', label: 'New' },
  { metric: 'activeListings', label: 'Active' },
  { metric: 'conversations', label: 'Conversations' },
  { metric: 'sold', label: 'Sold' },
] as const satisfies { metric: Metric; label: string }[];

interface PlaceProps {
  title: string;
  by: 'county' | 'category';
  rows: AnalyticsView['rows'];
}

/** The figures of each county or category, the one with the most new listings first. */
export function PlaceTable({ title, by, rows }: PlaceProps) {
  const groups = [...Map.groupBy(rows, ({ group }) => group)].map(([group, figures]) => ({
    name: groupName(group, by),
    valueOf: (metric: Metric) => figures.find((row) => row.metric === metric)?.value ?? 0,
  }));
  groups.sort((one, other) => other.valueOf('newListings') - one.valueOf('newListings'));
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Table
        aria-label={title}
        className={`${classes.table} numbers`}
        horizontalSpacing="xs"
        data={{
          head: [
            by === 'county' ? 'County' : 'Category',
            ...placeMetrics.map(({ label }) => label),
          ],
          body: groups.map(({ name, valueOf }) => [
            name,
            ...placeMetrics.map(({ metric }) => figureText(valueOf(metric))),
          ]),
        }}
      />
    </section>
  );
}

interface TotalsProps {
  title: string;
  totals: AnalyticsView['totals'];
}

/** Figures of the period, next to those of the period before. */
export function TotalsTable({ title, totals }: TotalsProps) {
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Table
        aria-label={title}
        className={`${classes.table} numbers`}
        horizontalSpacing="xs"
        data={{
          head: ['Figure', 'Period', 'Before', 'Change'],
          body: totals.map((total) => [
            metrics[total.metric].label,
            figureText(total.value),
            figureText(total.previous),
            changeText(total),
          ]),
        }}
      />
    </section>
  );
}
