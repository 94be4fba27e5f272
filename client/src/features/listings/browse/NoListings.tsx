import { Button, Stack } from '@mantine/core';
import type { DroppedFilter } from '@marketplace/shared/listings/views';
import { trpc } from '../../../api/trpc.ts';
import { totalText } from '../../../ui/count-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { usePostListing } from '../edit/PostListingProvider.tsx';
import { focusListed } from './FilterChips.tsx';
import { emptyRangeText, filtersPath, isPriceRangeEmpty, narrowInput } from './filters.ts';
import { setFilters } from './filter-names.ts';
import type { Filtering } from './use-listings.ts';

interface Props extends Pick<Filtering, 'action' | 'filters' | 'query'> {
  /** Shown where there are no listings at all; otherwise the text of a search without results. */
  emptyText?: string | undefined;
}

const noneFound = 'No listings found. Try adjusting your search criteria.';

/** An empty list: which filters to drop, or to post the first listing where none is set. */
export function NoListings({ action, filters, query, emptyText }: Props) {
  const postListing = usePostListing();
  const set = setFilters(filters);
  const { data, isPending } = trpc.listings.relaxations.useQuery(narrowInput(filters), {
    enabled: set.length > 0 && !query.isPlaceholderData,
  });
  if (set.length === 0) {
    return (
      <EmptyState
        title={emptyText ?? noneFound}
        text={emptyText && 'Be the first to list an item or service.'}
        action={<Button onClick={postListing}>Post Listing</Button>}
      />
    );
  }
  const offers = (data ?? []).flatMap(({ drop: name, ...total }) => {
    const dropped = set.find((one) => one.name === name);
    return dropped ? [{ ...dropped, name, total }] : [];
  });
  return (
    <EmptyState
      title={noneFound}
      text={isPriceRangeEmpty(filters) ? emptyRangeText : undefined}
      action={
        // All at once, so that no button moves under the pointer.
        !isPending && (
          <Stack gap="xs" mt="xs">
            {offers.map(({ name, label, rest, total }) => (
              <Button
                key={name}
                component={PageLink}
                to={filtersPath(action, rest)}
                variant="default"
                size="md"
                onClick={focusListed}
              >
                {dropText(name, label)} · {totalText(total)}
              </Button>
            ))}
            <Button
              component={PageLink}
              to={action}
              variant={offers.length > 0 ? 'subtle' : 'default'}
              size="md"
              onClick={focusListed}
            >
              Clear filters
            </Button>
          </Stack>
        )
      }
    />
  );
}

function dropText(name: DroppedFilter, label: string): string {
  if (name === 'location') return 'Anywhere in the Capital Region';
  return `Drop ${name === 'search' ? label : `“${label}”`}`;
}
