import { Anchor, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { listingHints } from '@marketplace/shared/listings/hints';
import type { ListingStats } from '@marketplace/shared/listings/stats';
import type { ListingView } from '@marketplace/shared/listings/views';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { BarChart, dayName } from '../../../ui/charts/BarChart.tsx';
import classes from '../../../ui/charts/Figures.module.css';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconBulb } from '../../../ui/icons/page-icons.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { ListingSummary } from '../detail/ListingSummary.tsx';

const figures = [
  { of: 'views', label: 'Views' },
  { of: 'favorites', label: 'Favorites' },
  { of: 'conversations', label: 'Conversations' },
] as const;

type Figure = (typeof figures)[number];

interface Props {
  listing: ListingView;
  opened: boolean;
  onClose: () => void;
}

/** The dialog with the figures of one's own listing over the last 30 days. */
export function StatsModal({ listing, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="How it's doing" size="lg">
      <Stack gap="md" className={classes.stats}>
        <ListingSummary listing={listing} />
        <Stats id={listing.id} />
      </Stack>
    </Dialog>
  );
}

function Stats({ id }: { id: string }) {
  const { data, isError, refetch } = trpc.listings.stats.useQuery(
    { id },
    { refetchOnMount: 'always' },
  );
  const [figure, setFigure] = useState<Figure>(figures[0]);
  const [asTable, setAsTable] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  if (isError && !data) {
    return <ErrorState title="We couldn't load the figures" onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={360} radius="lg" />;
  const { days, similar, hint } = data;
  return (
    <>
      <div className={classes.figures}>
        {figures.map((one) => (
          <PlainButton
            key={one.of}
            className={classes.figure}
            aria-pressed={one === figure}
            onClick={() => setFigure(one)}
          >
            <span className={classes.quiet}>{one.label}</span>
            <span className={`${classes.total} numbers`}>{numberText(totalOf(days, one))}</span>
            {similar && (
              <span className={`${classes.quiet} numbers`}>
                Similar: {numberText(similar[one.of])}
              </span>
            )}
          </PlainButton>
        ))}
      </div>
      <Text size="xs" c="dimmed">
        {similar ? comparisonText(similar) : 'There are too few similar listings to compare with.'}
      </Text>
      {hint && <Hint id={id} {...listingHints[hint]} />}
      <Group justify="space-between" mb={-8}>
        <Title order={3} size="h4">
          Last {days.length} days
        </Title>
        <Button variant="subtle" mr={-8} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Group>
      {asTable ? (
        <DaysTable days={days} />
      ) : (
        <BarChart
          label={figure.label}
          bars={days.map((one) => ({ day: dayName(one.day), count: one[figure.of] }))}
          shown={shown}
          onShow={setShown}
        />
      )}
    </>
  );
}

function Hint({ id, text, action }: { id: string; text: string; action: string }) {
  return (
    <Group gap={12} p="12px 16px" align="flex-start" wrap="nowrap" bdrs="lg" bg="var(--selected)">
      <IconBulb size={20} stroke={1.75} color="var(--mantine-color-anchor)" aria-hidden />
      <p style={{ flex: 1, margin: 0 }}>
        {text}{' '}
        <Anchor component={PageLink} to={paths.editListing(id)} inherit underline="always">
          {action}
        </Anchor>
      </p>
    </Group>
  );
}

function totalOf(days: ListingStats['days'], { of }: Figure): number {
  return days.reduce((sum, day) => sum + day[of], 0);
}

function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

function comparisonText({ count, days }: NonNullable<ListingStats['similar']>): string {
  const first = days === 1 ? 'on their first day' : `in their first ${days} days`;
  const when = days === 30 ? 'in the same 30 days' : first;
  return `Similar: the median of ${count} listings like this one, ${when}.`;
}

/** Shows the same figures as the charts, newest first. */
function DaysTable({ days }: Pick<ListingStats, 'days'>) {
  const head = ['Day', ...figures.map(({ label }) => label)];
  const rows = days.map((day) => [
    dayName(day.day),
    ...figures.map(({ of }) => numberText(day[of])),
  ]);
  return (
    <Table
      aria-label="Figures by day"
      className={`${classes.table} numbers`}
      horizontalSpacing="xs"
      data={{ head, body: rows.toReversed() }}
    />
  );
}
