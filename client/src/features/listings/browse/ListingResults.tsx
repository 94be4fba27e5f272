import { Button } from '@mantine/core';
import { errorMessage, refusalOf } from '../../../api/errors.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { NearContext } from '../area/Miles.tsx';
import { filtersPath } from './filters.ts';
import { ListingGrid, type ListingLayout, ListingSkeletons } from './ListingGrid.tsx';
import { NoListings } from './NoListings.tsx';
import type { Filtering } from './use-listings.ts';

interface Props extends Filtering {
  layout?: ListingLayout;
  /** Shown where there are no listings at all; otherwise the text of a search without results. */
  emptyText?: string;
}

/** The listings in each state: loading, failed, empty, or found. */
export function ListingResults(props: Props) {
  const { action, filters, query, featured, layout } = props;
  const { listings } = query;
  if (refusalOf(query.error)?.status === 400) {
    return (
      <EmptyState
        title={errorMessage(query.error, '')}
        action={
          <Button component={PageLink} to={action} variant="default" size="md">
            Clear filters
          </Button>
        }
      />
    );
  }
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load listings" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={8} layout={layout} />;
  if (listings.length === 0) return <NoListings {...props} />;
  const next = query.data?.pages.at(-1)?.nextCursor;
  return (
    <>
      {filters.after && (
        <Button
          component={PageLink}
          to={filtersPath(action, filters)}
          variant="default"
          size="sm"
          mb="md"
        >
          Back to the first page
        </Button>
      )}
      <NearContext value={filters.near}>
        <ListingGrid
          listings={listings}
          layout={layout}
          first={!featured}
          updating={query.isPlaceholderData}
        />
      </NearContext>
      <LoadMore query={query} href={next ? filtersPath(action, filters, next) : undefined} />
    </>
  );
}
