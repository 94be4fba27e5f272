import { Button, Group, NativeSelect, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayAfter, daysBetween, metricNames } from '@marketplace/shared/analytics/metrics';
import { calendarDayText } from '@marketplace/shared/regions/region-day';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { trpc } from '../../../api/trpc.ts';
import classes from '../../../ui/charts/Figures.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconDownload } from '../../../ui/icons/page-icons.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { PlaceTable, TotalsTable } from './NumbersTables.tsx';

const periods = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
  { value: 'custom', label: 'Custom period' },
];

/** Where the metrics of trust and safety begin. */
const firstOfTrust = metricNames.indexOf('reports');

/** Figures of past days for the operator, next to those of the period before. */
export function NumbersTab() {
  const [yesterday] = useState(() => dayAfter(regionDay(Date.now()), -1));
  const lastDays = (count: number) => ({ from: dayAfter(yesterday, 1 - count), to: yesterday });
  const [choice, setChoice] = useState('30');
  const [period, setPeriod] = useState(lastDays(30));
  const choose = (value: string) => {
    setChoice(value);
    if (value !== 'custom') setPeriod(lastDays(Number(value)));
  };
  const dayField = (side: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      max={yesterday}
      defaultValue={period[side]}
      onChange={({ currentTarget: { value } }) =>
        value && setPeriod((given) => ({ ...given, [side]: value }))
      }
    />
  );
  return (
    <section aria-label="Numbers" className={classes.page}>
      <Group gap="8px 12px" mb={12}>
        <NativeSelect
          size="xs"
          aria-label="Period"
          data={periods}
          value={choice}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {choice === 'custom' && (
          <>
            {dayField('from', 'First day')}
            {dayField('to', 'Last day')}
          </>
        )}
        <Button
          ml="auto"
          component="a"
          href={`/api/admin/analytics.csv?${new URLSearchParams({ ...period, by: 'county' })}`}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          Download CSV
        </Button>
      </Group>
      <Figures period={period} />
    </section>
  );
}

interface Period {
  from: string;
  to: string;
}

function Figures({ period }: { period: Period }) {
  const options = { placeholderData: <View,>(before: View) => before };
  const weeks = trpc.admin.analytics.useQuery({ ...period, by: 'week' }, options);
  const counties = trpc.admin.analytics.useQuery({ ...period, by: 'county' }, options);
  const categories = trpc.admin.analytics.useQuery({ ...period, by: 'category' }, options);
  const { data, error } = weeks;
  if (error?.data?.code === 'BAD_REQUEST') return <Text role="alert">{error.message}</Text>;
  const failed = [weeks, counties, categories].filter(({ isError }) => isError);
  if (failed.length > 0) {
    return <ErrorState onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
  }
  if (!data || !counties.data || !categories.data) return <Skeleton height={560} radius="lg" />;
  if (data.firstDay === null) {
    return (
      <EmptyState
        title="No figures yet"
        text="The figures of a day show up here in the night after it."
      />
    );
  }
  return (
    <>
      <Text size="xs" c="dimmed" mb={8}>
        {calendarDayText(period.from)} to {calendarDayText(period.to)}, compared with the{' '}
        {daysBetween(period.from, period.to)} days before
        {data.firstDay > period.from && `. Figures begin on ${calendarDayText(data.firstDay)}`}
      </Text>
      <KeyFigures view={data} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg" mt="lg">
        <PlaceTable by="county" rows={counties.data.rows} />
        <PlaceTable by="category" rows={categories.data.rows} />
        <TotalsTable title="Marketplace" totals={data.totals.slice(0, firstOfTrust)} />
        <TotalsTable title="Trust and safety" totals={data.totals.slice(firstOfTrust)} />
      </SimpleGrid>
    </>
  );
}
