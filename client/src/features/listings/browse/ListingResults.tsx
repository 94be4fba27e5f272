import { Anchor, Button, Group } from '@mantine/core';
import { paths } from '../../../config/paths.ts';
import { totalText } from '../../../ui/count-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { usePostListing } from '../edit/PostListingProvider.tsx';
import { filterFormId, FilterSelect, townOptions } from './FilterBar.tsx';
import {
  countFilters,
  emptyRangeText,
  filtersPath,
  isPriceRangeEmpty,
  type ListingFilters,
  sorts,
  usualSort,
} from './filters.ts';
import { ListingGrid, type ListingLayout, ListingSkeletons } from './ListingGrid.tsx';
import type { Filtering } from './use-listings.ts';
import classes from './ListingResults.module.css';

interface Props extends Filtering {
  layout?: ListingLayout;
  /** Shown where there are no listings at all; otherwise the text of a search without results. */
  emptyText?: string;
}

/** The listings that match, below their number and order. */
export function ListingResults(props: Props) {
  return (
    <>
      <ResultsHead {...props} />
      <MatchingListings {...props} />
    </>
  );
}

/** The number of listings found, and their order. */
function ResultsHead(props: Filtering) {
  const { action, filters, onChange, facets } = props;
  const { sort } = filters;
  const usual = usualSort(filters);
  const options = sorts
    .filter(({ value }) => value !== 'relevance' || filters.search !== '')
    .map(({ value, label }) => ({ value: value === usual ? '' : value, label }));
  return (
    <Group justify="space-between" gap="xs" mih={44} mb="sm">
      <Group gap="0 8px" fw={600}>
        <output className={`${classes.found} numbers`}>{foundText(props)}</output>
        {countFilters(filters) > 0 && (
          <Anchor component={PageLink} to={action} className="touch-link">
            Clear filters
          </Anchor>
        )}
        <Anchor component={PageLink} to={paths.map()} className="touch-link">
          Map
        </Anchor>
      </Group>
      <Group gap="xs" ml="auto" wrap="nowrap" className={classes.order}>
        <FilterSelect
          form={filterFormId}
          name="sort"
          label="Sort by"
          options={options}
          value={sort}
          onChoose={(value) => onChange({ ...filters, sort: value as ListingFilters['sort'] })}
        />
        {sort === 'nearest' && (
          <FilterSelect
            form={filterFormId}
            name="near"
            label="Near"
            options={[{ value: '', label: 'Choose a town' }, ...townOptions(filters.near, facets)]}
            value={filters.near}
            onChoose={(near) => onChange({ ...filters, near })}
          />
        )}
        <noscript>
          <Button form={filterFormId} type="submit" variant="default">
            Apply
          </Button>
        </noscript>
      </Group>
    </Group>
  );
}

/** The number is known at once where all listings are shown, else when they have been counted. */
function foundText({ filters, query, facets }: Filtering): string | undefined {
  const { listings, hasNextPage, isPlaceholderData } = query;
  if (listings && !hasNextPage && !isPlaceholderData && !filters.from) {
    const more = listings.map(({ moreFromSeller = 0 }) => moreFromSeller);
    return totalText({ count: more.reduce((sum, count) => sum + count, listings.length) });
  }
  return facets && totalText(facets.total);
}

/** The listings in each state: loading, failed, empty, or found. */
function MatchingListings(props: Props) {
  const { action, filters, query, featured, layout } = props;
  const { listings } = query;
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load listings" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={8} layout={layout} />;
  if (listings.length === 0) return <NoListings {...props} />;
  const next = query.data?.pages.at(-1)?.nextCursor;
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
        first={!featured}
        updating={query.isPlaceholderData}
      />
      <LoadMore query={query} href={next ? filtersPath(action, filters, next) : undefined} />
    </>
  );
}

function NoListings({ action, filters, emptyText }: Props) {
  const postListing = usePostListing();
  if (countFilters(filters) === 0) {
    return (
      <EmptyState
        title={emptyText ?? noneFound}
        text={emptyText && 'Be the first to list an item or service.'}
        action={<Button onClick={postListing}>Post Listing</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={noneFound}
      text={isPriceRangeEmpty(filters) ? emptyRangeText : undefined}
      action={
        <Button component={PageLink} to={action} variant="default">
          Clear filters
        </Button>
      }
    />
  );
}

const noneFound = 'No listings found. Try adjusting your search criteria.';
