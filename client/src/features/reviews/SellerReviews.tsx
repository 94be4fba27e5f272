import { Box, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { sellerReviewsTexts } from '@marketplace/shared/outcomes/reviews';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import type { ReviewSummary, ReviewView } from '@marketplace/shared/reviews/schemas';
import { itemsOf } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import classes from './reviews.module.css';
import { IconMessageCircle } from '../../ui/icons/icons.tsx';
import { Review, Stars } from './Review.tsx';

interface Props {
  sellerId: string;
  /** 'buyer' for the reviews that sellers wrote about this user as a buyer. */
  about?: ReviewView['about'];
}

/** The reviews of a user, newest first. */
export function SellerReviews(props: Props) {
  const id = `${props.about ?? 'seller'}-reviews`;
  return (
    <section aria-labelledby={id} style={{ containerType: 'inline-size' }}>
      <Title order={2} size="h3" id={id} mb="sm">
        {props.about === 'buyer' ? 'As a buyer' : 'Seller Reviews'}
      </Title>
      <Reviews {...props} />
    </section>
  );
}

function Reviews({ sellerId, about }: Props) {
  const query = trpc.reviews.ofSeller.useInfiniteQuery(
    { sellerId, about, limit: reviewsPerPage },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const reviews = query.data && itemsOf(query.data);
  if (!reviews && query.isError) return <Failed onRetry={() => void query.refetch()} />;
  if (!reviews) {
    return (
      <Stack component="output" gap="sm" aria-label="Loading reviews">
        <Skeleton height={20} width="40%" />
        <Skeleton height={44} />
      </Stack>
    );
  }
  if (reviews.length === 0) {
    const { title, message } = sellerReviewsTexts.none;
    return (
      <Note>
        <IconMessageCircle
          size={28}
          stroke={1.75}
          color="var(--mantine-color-dimmed)"
          aria-hidden
        />
        <Text fw={600}>{title}</Text>
        <Text c="dimmed">{message}</Text>
      </Note>
    );
  }
  const summary = query.data?.pages[0]?.summary;
  return (
    <div className={classes.columns}>
      {summary && <RatingSummary summary={summary} />}
      <div>
        <ul className="plain">
          {reviews.map((review) => (
            <Review key={review.id} review={review} sellerId={sellerId} />
          ))}
        </ul>
        {query.isFetchNextPageError && <Failed onRetry={() => void query.fetchNextPage()} />}
        {query.hasNextPage && !query.isFetchNextPageError && (
          <Button
            variant="default"
            mt="md"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more reviews
          </Button>
        )}
      </div>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Note role="alert">
      <Text c="dimmed">{sellerReviewsTexts.failed}</Text>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </Note>
  );
}

function Note({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <Paper radius="lg" py="lg" px="md" role={role}>
      <Stack align="center" gap="0.25rem" ta="center">
        {children}
      </Stack>
    </Paper>
  );
}

function RatingSummary({ summary }: { summary: ReviewSummary }) {
  const { mean, count, counts } = summary;
  return (
    <Group
      gap={0}
      wrap="nowrap"
      p={{ base: '1rem', md: '1.25rem 1.5rem' }}
      bdrs="lg"
      bg="var(--surface)"
      className="numbers"
    >
      <Stack align="center" gap="0.25rem" flex="none" mr={{ base: '1.5rem', md: '2.5rem' }}>
        <Text fz="2.125rem" fw={700} lh={1.1}>
          {mean.toFixed(1)}
        </Text>
        <Stars rating={mean} size={18} />
        <Text fz="xs" c="dimmed">
          {counted(count, 'review')}
        </Text>
      </Stack>
      <Stack component="ul" gap="0.25rem" flex={1} miw={0} className="plain">
        {[5, 4, 3, 2, 1].map((stars) => {
          const given = counts[stars - 1] ?? 0;
          return (
            <Group
              component="li"
              key={stars}
              gap="0.5rem"
              wrap="nowrap"
              fz="xs"
              lh={1.25}
              c="dimmed"
              aria-label={`${counted(stars, 'star')}: ${counted(given, 'review')}`}
            >
              <span aria-hidden>{stars}</span>
              <Box flex={1} h={8} bdrs={4} bg="var(--line)" aria-hidden>
                <Box w={`${(given / count) * 100}%`} h={8} bdrs={4} bg="var(--accent-text)" />
              </Box>
              <Text span inherit miw="1.5rem" ta="right" aria-hidden>
                {given}
              </Text>
            </Group>
          );
        })}
      </Stack>
    </Group>
  );
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
