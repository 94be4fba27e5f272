import { Anchor, Skeleton, Table, Text, Title } from '@mantine/core';
import { decisionKinds, metrics } from '@marketplace/shared/analytics/metrics';
import type { PublicFiguresView } from '@marketplace/shared/analytics/schemas';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import classes from './CommunityFigures.module.css';

type Month = PublicFiguresView['months'][number];
type Figure = keyof Month['figures'];

const activity = ['newListings', 'handedOver', 'reports', 'decisionMinutes', 'reversed'] as const;

/** The public figures of the community, month by month. */
export function Component() {
  const { data, isError, refetch } = trpc.moderation.publicFigures.useQuery();
  return (
    <PageContainer size={1008}>
      <Title order={1}>Community figures</Title>
      <Text c="dimmed" mt={4} mb="lg" maw={640}>
        What happened here, month by month, and how we handle reports under our{' '}
        <Anchor component={PageLink} to={paths.communityGuidelines} inherit underline="always">
          Community Guidelines
        </Anchor>
        . To protect people&apos;s privacy, we don&apos;t publish counts below 5.
      </Text>
      {isError && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} radius="lg" />
      ) : data.months.length === 0 ? (
        <EmptyState
          title="No figures yet"
          text="The figures of a month show up here when the month is over."
        />
      ) : (
        <>
          <Months title="Listings and reports" figures={activity} months={data.months} />
          <Months title="Decisions by kind" figures={decisionKinds} months={data.months} />
        </>
      )}
    </PageContainer>
  );
}

interface Props {
  title: string;
  figures: readonly Figure[];
  months: Month[];
}

function Months({ title, figures, months }: Props) {
  return (
    <section className={classes.section}>
      <Title order={2} size="h3" id={figures[0]}>
        {title}
      </Title>
      <Table className={`${classes.table} numbers`} aria-labelledby={figures[0]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Month</Table.Th>
            {figures.map((figure) => (
              <Table.Th key={figure} scope="col">
                {labelOf(figure)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.map((month) => (
            <Table.Tr key={month.month}>
              <Table.Th scope="row">{monthName(month.month)}</Table.Th>
              {figures.map((figure) => (
                <Table.Td key={figure} data-label={labelOf(figure)}>
                  {figureText(month, figure)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function labelOf(figure: Figure): string {
  return figure === 'decisionMinutes' ? 'Median time to decision' : metrics[figure].label;
}

const monthFormat = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'long', year: 'numeric' },
  timeZone: 'UTC',
});

function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01`));
}

function figureText({ figures }: Month, figure: Figure) {
  const value = figures[figure];
  if (value === null) {
    return (
      <Text span inherit c="dimmed">
        {figure === 'decisionMinutes' ? 'Too few' : 'Fewer than 5'}
      </Text>
    );
  }
  return figure === 'decisionMinutes' ? durationText(value) : value.toLocaleString('en-US');
}

/** Returns '45 minutes', '5 hours' or '3 days'. */
function durationText(minutes: number): string {
  const inUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (minutes < 59.5) return inUnit(Math.round(minutes), 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? inUnit(hours, 'hour') : inUnit(Math.round(hours / 24), 'day');
}
