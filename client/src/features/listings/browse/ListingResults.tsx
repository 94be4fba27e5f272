import { Box, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { quoted } from '@marketplace/shared/listings/filter-text';
import {
  emptyRangeText,
  filterInput,
  filtersPath,
  isPriceRangeEmpty,
} from '@marketplace/shared/listings/filters';
import type { DroppedFilter } from '@marketplace/shared/listings/views';
import { errorMessage, fieldIssues, refusalOf } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { totalText } from '../../../ui/count-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { pageLoaded } from '../../../ui/page-loaded.ts';
import { NearContext } from '../area/Miles.tsx';
import { usePostListing } from '../edit/PostListingProvider.tsx';
import { activeFilters } from './active-filters.ts';
import { focusListed } from './FilterBar.tsx';
import { ListingGrid, type ListingLayout, ListingSkeletons } from './ListingGrid.tsx';
import { listWords, similarText, WidenedLine } from './WidenedLine.tsx';
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
    suggestions.map((place) => ({
      text: place,
      to: filtersPath(action, { ...filters, [path]: place.replace(/, NY$/, '') }),
    })),
  );
  const all = { text: 'Clear filters', to: action, variant: 'subtle' };
  return (
    <EmptyState
      title={errorMessage(query.error, '')}
      action={<LinkButtons links={[...places, all]} />}
    />
  );
}

interface LinksProps {
  links: { text: string; to: string; variant?: string }[];
  children?: ReactNode;
}

function LinkButtons({ links, children }: LinksProps) {
  return (
    <Stack gap="xs" mt="xs">
      {children}
      {links.map(({ text, to, ...props }) => (
        <Button
          key={`${text} ${to}`}
          component={PageLink}
          to={to}
          classNames={{ root: classes.offer, label: classes.label }}
          variant="default"
          size="md"
          onClick={focusListed}
          {...props}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
}

const noneFound = 'No listings found. Try adjusting your search criteria.';

/** Shown for an empty list. Offers to drop filters, or to post the first listing. */
function NoListings({ action, given, filters, query, emptyText }: Props) {
  const postListing = usePostListing();
  const set = activeFilters(filters);
  const { data, isPending } = trpc.listings.relaxations.useQuery(filterInput(given), {
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
  const offers = (data?.drops ?? []).flatMap(({ drop, ...total }) => {
    const reserved = { label: '', rest: { ...filters, availability: 'all' as const } };
    const relaxed = drop === 'availability' ? reserved : set.find(({ name }) => name === drop);
    if (!relaxed) return [];
    const text = `${dropText(drop, relaxed.label)} · ${totalText(total)}`;
    return { text, to: filtersPath(action, relaxed.rest) };
  });
  const similar = { text: similarText, to: filtersPath(action, { ...filters, literal: '' }) };
  const all = {
    text: 'Clear filters',
    to: action,
    ...(offers.length > 0 && { variant: 'subtle' }),
  };
  const links = [...(filters.literal ? [similar] : []), ...offers, all];
  return (
    <EmptyState
      title={noneFound}
      text={isPriceRangeEmpty(filters) ? emptyRangeText : correctedText(data?.corrections)}
      action={
        // All buttons appear at once, so that none moves under the pointer.
        !isPending && (
          <LinkButtons links={links}>
            <Box mih={44}>
              <SaveSearch key={filtersPath(action, given)} filters={given} primary />
            </Box>
          </LinkButtons>
        )
      }
    />
  );
}

/** Returns 'We also searched for “bicycle” and “bike”.', or '' without corrections. */
function correctedText(corrections: string[] = []): string | undefined {
  const words = listWords(corrections.map(quoted));
  return words && `We also searched for ${words}.`;
}

function dropText(name: DroppedFilter, label: string): string {
  if (name === 'availability') return 'Show reserved';
  if (name === 'location') return 'Anywhere in the Capital Region';
  if (name === 'search') return `Drop ${label.replace('Exactly ', '')}`;
  return name === 'exclude' ? label.replace('Without', 'Include') : `Drop “${isolated(label)}”`;
}

function NewListingsAfterLoad({ action, given, query }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    void pageLoaded().then(() => setIsWhole(true));
  }, []);
  const { listings = [], isPlaceholderData } = query;
  if (!isWhole || given.after || isPlaceholderData) return null;
  return <NewListings key={filtersPath(action, given)} filters={given} listings={listings} />;
}
