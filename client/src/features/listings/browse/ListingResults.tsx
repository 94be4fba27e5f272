import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorMessage, fieldIssues, refusalOf } from '../../../api/errors.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { pageLoaded } from '../../../ui/page-loaded.ts';
import { NearContext } from '../area/Miles.tsx';
import { filtersPath } from './filters.ts';
import { ListingGrid, type ListingLayout, ListingSkeletons } from './ListingGrid.tsx';
import { activeFilters } from './active-filters.ts';
import { NoListings } from './NoListings.tsx';
import { WidenedLine } from './WidenedLine.tsx';
import type { Filtering } from './use-listings.ts';
import classes from './ListingResults.module.css';

const NewListings = lazyPart(async () => (await import('../saved/NewListings.tsx')).NewListings);
const SaveSearch = lazyPart(async () => (await import('../saved/SaveSearch.tsx')).SaveSearch);

interface Props extends Filtering {
  layout?: ListingLayout;
  /** Shown if there are no listings at all. The default is the text of a search without results. */
  emptyText?: string;
}

/** Shows the listings, a button to save the search, and a line on how it was widened. */
export function ListingResults(props: Props) {
  const { action, given, query } = props;
  const canSave = Boolean(query.listings?.length) && activeFilters(given).length > 0;
  return (
    <>
      <Group gap="8px 16px" mb={canSave ? 'md' : undefined}>
        {canSave && (
          <div className={classes.save}>
            <SaveSearch key={filtersPath(action, given)} filters={given} />
          </div>
        )}
        <WidenedLine {...props} />
      </Group>
      <Results {...props} />
    </>
  );
}

/** Shows the listings, or that they are loading, failed, refused, or empty. */
function Results(props: Props) {
  const { action, given, filters, query, featured, layout } = props;
  const { listings } = query;
  if (refusalOf(query.error)?.status === 400) return <Refused {...props} />;
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load listings" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={8} layout={layout} />;
  const next = query.data?.pages.at(-1)?.nextCursor;
  return (
    <>
      <NewListingsAfterLoad {...props} />
      {listings.length === 0 ? (
        <NoListings {...props} />
      ) : (
        <>
          {given.after && (
            <Button component={PageLink} to={filtersPath(action, given)} variant="default" mb="md">
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
          <LoadMore query={query} href={next ? filtersPath(action, given, next) : undefined} />
        </>
      )}
    </>
  );
}

/** Shown if the server refuses the filters, such as an unknown town. Offers the suggested towns. */
function Refused({ action, filters, query }: Props) {
  const places = fieldIssues(query.error).flatMap(({ path, suggestions = [] }) =>
    suggestions.map((place) => [path, place] as const),
  );
  return (
    <EmptyState
      title={errorMessage(query.error, '')}
      action={
        <Stack gap="xs" mt="xs">
          {places.map(([path, place]) => (
            <Button
              key={place}
              component={PageLink}
              to={filtersPath(action, { ...filters, [path]: place.replace(/, NY$/, '') })}
              variant="default"
              size="md"
            >
              {place}
            </Button>
          ))}
          <Button component={PageLink} to={action} variant="subtle" size="md">
            Clear filters
          </Button>
        </Stack>
      }
    />
  );
}

/** Announces new listings once the page has loaded. */
function NewListingsAfterLoad({ action, given, query }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    void pageLoaded().then(() => setIsWhole(true));
  }, []);
  const { listings = [], isPlaceholderData } = query;
  if (!isWhole || given.after || isPlaceholderData) return null;
  return <NewListings key={filtersPath(action, given)} filters={given} listings={listings} />;
}
