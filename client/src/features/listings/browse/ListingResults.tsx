import { Button } from '@mantine/core';
import { usePostListing } from '../edit/PostListingProvider.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import {
  countFilters,
  emptyRangeText,
  filtersPath,
  isPriceRangeEmpty,
  type ListingFilters,
} from './filters.ts';
import { type ListingLayout, ListingGrid, ListingSkeletons } from './ListingGrid.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { useListings } from './use-listings.ts';

interface Props {
  /** Path of the page without filters. */
  action: string;
  filters: ListingFilters;
  layout?: ListingLayout;
  /** The page opens with it. */
  first: boolean;
  /** What is said where nothing is listed at all; otherwise the text for a search without hits. */
  emptyText?: string;
}

/** Cards shown while the first page is on its way. */
const skeletons = 8;

/** The listings that match, in every state that they can be in. */
export function ListingResults({ action, filters, layout, first, emptyText }: Props) {
  const query = useListings(filters);
  const { listings } = query;
  const next = query.data?.pages.at(-1)?.nextCursor;
  if (query.isError && !listings) {
    return <ErrorState title="Listings could not be loaded" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={skeletons} layout={layout} />;
  if (listings.length === 0) {
    return <NoListings {...{ action, filters, emptyText }} />;
  }
  return (
    <>
      {filters.from && (
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
      <ListingGrid
        listings={listings}
        layout={layout}
        first={first}
        updating={query.isPlaceholderData}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        pages={query.data?.pages.length ?? 0}
        href={next ? filtersPath(action, filters, next) : undefined}
        onLoad={() => void query.fetchNextPage()}
      />
    </>
  );
}

function NoListings({ action, filters, emptyText }: Omit<Props, 'layout' | 'first'>) {
  const postListing = usePostListing();
  const filtered = countFilters(filters) > 0;
  if (!filtered && emptyText) {
    return (
      <EmptyState
        title={emptyText}
        text="Be the first to list an item or a service."
        action={<Button onClick={postListing}>Post Listing</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No listings found. Try adjusting your search criteria."
      text={isPriceRangeEmpty(filters) ? emptyRangeText : undefined}
      action={
        filtered ? (
          <Button component={PageLink} to={action} variant="default">
            Clear filters
          </Button>
        ) : (
          <Button onClick={postListing}>Post Listing</Button>
        )
      }
    />
  );
}
