import { Box, Button, Stack } from '@mantine/core';
import { quoted } from '@marketplace/shared/listings/filter-text';
import type { DroppedFilter } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { totalText } from '../../../ui/count-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { usePostListing } from '../edit/PostListingProvider.tsx';
import { focusListed } from './FilterChips.tsx';
import { emptyRangeText, filtersPath, isPriceRangeEmpty, filterInput } from './filters.ts';
import { activeFilters } from './active-filters.ts';
import { listWords, similarText } from './WidenedLine.tsx';
import type { Filtering } from './use-listings.ts';
import classes from './ListingResults.module.css';

const SaveSearch = lazyPart(async () => (await import('../saved/SaveSearch.tsx')).SaveSearch);

interface Props extends Filtering {
  /** Shown if there are no listings at all. The default is the text of a search without results. */
  emptyText?: string | undefined;
}

const noneFound = 'No listings found. Try adjusting your search criteria.';

/** Shown for an empty list. Offers to drop filters, or to post the first listing. */
export function NoListings({ action, given, filters, query, emptyText }: Props) {
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
          <Stack gap="xs" mt="xs">
            <Box mih={44}>
              <SaveSearch key={filtersPath(action, given)} filters={given} primary />
            </Box>
            {links.map(({ text, ...props }) => (
              <Button
                key={text}
                component={PageLink}
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
