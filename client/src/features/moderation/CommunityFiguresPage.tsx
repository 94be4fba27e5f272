import { Anchor, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { metrics, publicMetrics } from '@marketplace/shared/analytics/metrics';
import type { PublicFiguresView } from '@marketplace/shared/analytics/schemas';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';

/** The public figures of the community, month by month. */
export function Component() {
  const { data, isError, refetch } = trpc.moderation.publicFigures.useQuery();
  return (
    <PageContainer size={1008}>
      <Title order={1}>Community figures</Title>
      <Text c="dimmed" mt={4} maw={640}>
        What happened here, month by month, and how we handle reports under our{' '}
        <Anchor component={PageLink} to={paths.communityGuidelines} inherit underline="always">
          Community Guidelines
        </Anchor>
        . To protect people&apos;s privacy, we don&apos;t publish counts below 5. Minutes to
        decision are a median.
      </Text>
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton height={320} radius="lg" mt="lg" />}
      {data?.months.length === 0 && (
        <EmptyState
          title="No figures yet"
          text="The figures of a month show up here when the month is over."
        />
      )}
      {data?.months.map((month) => (
        <Month key={month.month} {...month} />
      ))}
    </PageContainer>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'long', year: 'numeric' },
  timeZone: 'UTC',
});

function Month({ month, figures }: PublicFiguresView['months'][number]) {
  return (
    <section aria-labelledby={month}>
      <Title order={2} size="h3" id={month} mt="xl" mb={8}>
        {monthFormat.format(new Date(month))}
      </Title>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4, md: 6 }} verticalSpacing={12} m={0}>
        {publicMetrics.map((metric) => (
          <div key={metric}>
            <Text component="dt" size="xs" c="dimmed">
              {metrics[metric].label}
            </Text>
            <Text
              component="dd"
              m={0}
              className="numbers"
              c={figures[metric] === null ? 'dimmed' : undefined}
              fw={figures[metric] === null ? undefined : 650}
            >
              {figures[metric]?.toLocaleString('en-US', { maximumFractionDigits: 0 }) ??
                'Fewer than 5'}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}
