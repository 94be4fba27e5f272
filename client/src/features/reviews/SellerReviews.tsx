import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { sellerReviewsTexts } from '@marketplace/shared/outcomes/reviews';
import { reviewsPerPage } from '@marketplace/shared/reviews/constants';
import type { ReviewSummary } from '@marketplace/shared/reviews/schemas';
import { trpc } from '../../api/trpc.ts';
import { Review } from './Review.tsx';
import classes from './SellerReviews.module.css';
import { Stars } from './Stars.tsx';

/** What others say of a seller, the newest first. */
export function SellerReviews({ sellerId }: { sellerId: string }) {
  return (
    <section aria-labelledby="seller-reviews">
      <Title order={2} size="h3" id="seller-reviews" mb="sm">
        Seller Reviews
      </Title>
      <Reviews sellerId={sellerId} />
    </section>
  );
}

function Reviews({ sellerId }: { sellerId: string }) {
  const query = trpc.reviews.ofSeller.useInfiniteQuery(
    { sellerId, limit: reviewsPerPage },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const reviews = query.data?.pages.flatMap((page) => page.items);
  if (!reviews) {
    return query.isError ? <Failed onRetry={() => void query.refetch()} /> : <Loading />;
  }
  if (reviews.length === 0) return <NoReviews />;
  const summary = query.data?.pages[0]?.summary;
  return (
    <>
      {summary && <RatingSummary summary={summary} />}
      <ul className={classes.list}>
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
    </>
  );
}

function Loading() {
  return (
    <Stack component="output" gap="sm" aria-label="Loading reviews">
      <Skeleton height={20} width="40%" />
      <Skeleton height={44} />
    </Stack>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={classes.box}>
      <Text c="dimmed">{sellerReviewsTexts.failed}</Text>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function NoReviews() {
  return (
    <div className={classes.box}>
      <IconMessageCircle size={28} stroke={1.75} aria-hidden />
      <Text fw={600}>{sellerReviewsTexts.none.title}</Text>
      <Text c="dimmed">{sellerReviewsTexts.none.message}</Text>
    </div>
  );
}

const fromTheTop = [5, 4, 3, 2, 1];

/** The mean of all reviews, and how many gave how many stars. */
function RatingSummary({ summary }: { summary: ReviewSummary }) {
  const { mean, count, counts } = summary;
  return (
    <div className={`${classes.summary} numbers`}>
      <div className={classes.mean}>
        <p className={classes.figure}>{mean.toFixed(1)}</p>
        <Stars rating={mean} size={18} />
        <p className={classes.count}>{counted(count, 'review')}</p>
      </div>
      <ul className={classes.bars}>
        {fromTheTop.map((stars) => {
          const given = counts[stars - 1] ?? 0;
          return (
            <li
              key={stars}
              className={classes.row}
              aria-label={`${counted(stars, 'star')}: ${counted(given, 'review')}`}
            >
              <span aria-hidden>{stars}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${(given / count) * 100}%` }} />
              </span>
              <span className={classes.given} aria-hidden>
                {given}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
