import { Button, VisuallyHidden } from '@mantine/core';
import { usePostListing } from '../../layout/PostListingProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { hasFilters, type ListingFilters } from './filters.ts';
import { type ListingLayout, ListingGrid, ListingSkeletons } from './ListingGrid.tsx';
import { LoadMore } from './LoadMore.tsx';
import { useListings } from './use-listings.ts';

interface Props {
  filters: ListingFilters;
  layout?: ListingLayout;
  /** What is said where nothing is listed at all; otherwise the text for a search without hits. */
  emptyText?: string;
  onClear: () => void;
}

/** Cards shown while the first page is on its way (specification section 9). */
const skeletons = 8;

/** The listings that match, in every state that they can be in. */
export function ListingResults({ filters, layout, emptyText, onClear }: Props) {
  const query = useListings(filters);
  const { listings } = query;
  if (query.isError && !listings) {
    return <ErrorState title="Listings could not be loaded" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={skeletons} layout={layout} />;
  if (listings.length === 0) {
    return <NoListings filtered={hasFilters(filters)} emptyText={emptyText} onClear={onClear} />;
  }
  return (
    <>
      <VisuallyHidden component="output">{listings.length} listings shown</VisuallyHidden>
      <ListingGrid listings={listings} layout={layout} updating={query.isPlaceholderData} />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        pages={query.data?.pages.length ?? 0}
        onLoad={() => void query.fetchNextPage()}
      />
    </>
  );
}

interface EmptyProps {
  filtered: boolean;
  emptyText: string | undefined;
  onClear: () => void;
}

function NoListings({ filtered, emptyText, onClear }: EmptyProps) {
  const postListing = usePostListing();
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
      action={
        filtered ? (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        ) : (
          <Button onClick={postListing}>Post Listing</Button>
        )
      }
    />
  );
}
