import { Table, Title } from '@mantine/core';
import { groupName, type Metric, metrics } from '@marketplace/shared/analytics/metrics';
import type { AnalyticsView } from '@marketplace/shared/analytics/schemas';
import classes from '../../../ui/charts/Figures.module.css';
import { changeText, figureText } from './figure-text.ts';

/** A table of figures below a heading. The first cell of a row is its name. */
function NumbersTable({ title, head, body }: Record<'title', string> & Rows) {
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Table
        aria-label={title}
        className={`${classes.table} numbers`}
        horizontalSpacing="xs"
        data={{ head, body }}
      />
    </section>
  );
}

interface Rows {
  head: string[];
  body: string[][];
}

const placeMetrics = [
  ['newListings', 'New'],
  ['activeListings', 'Active'],
  ['conversations', 'Conversations'],
  ['sold', 'Sold'],
] as const satisfies [Metric, string][];

interface PlaceProps {
  by: 'county' | 'category';
  rows: AnalyticsView['rows'];
}

/** The figures of each county or category, the one with the most new listings first. */
export function PlaceTable({ by, rows }: PlaceProps) {
  const valueIn = (place: string, of: Metric) =>
    rows.find(({ group, metric }) => group === place && metric === of)?.value ?? 0;
  const places = [...new Set(rows.map(({ group }) => group))].map((place) => ({
    name: groupName(place, by),
    values: placeMetrics.map(([of]) => valueIn(place, of)),
  }));
  places.sort((one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0));
  const head = [by === 'county' ? 'County' : 'Category', ...placeMetrics.map(([, label]) => label)];
  const body = places.map(({ name, values }) => [name, ...values.map(figureText)]);
  return <NumbersTable title={`By ${by}`} head={head} body={body} />;
}

/** Figures of the period, next to those of the period before. */
export function TotalsTable(props: { title: string; totals: AnalyticsView['totals'] }) {
  const body = props.totals.map((total) => [
    ...[metrics[total.metric].label, figureText(total.value)],
    ...[figureText(total.previous), changeText(total)],
  ]);
  return (
    <NumbersTable title={props.title} head={['Figure', 'Period', 'Before', 'Change']} body={body} />
  );
}
