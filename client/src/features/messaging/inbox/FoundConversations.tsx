import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { searchResultsPerPage, searchLength } from '@marketplace/shared/messaging/constants';
import { itemsOf } from '../../../api/pages.ts';
import { trpc } from '../../../api/trpc.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { MoreButton } from '../../../ui/LoadMore.tsx';
import { ConversationRows, LoadingRows } from './ConversationRows.tsx';

interface Props {
  /** The debounced search text. */
  query: string;
  selectedId: string | null;
  me: string;
  inArchive: boolean;
  onClear: () => void;
}

/** Shows the conversations whose person, listing title or messages contain the query. */
export function FoundConversations(props: Props) {
  const search = useSearch(props.query);
  return (
    <>
      {/* The live region must exist before its text does, or screen readers ignore the text. */}
      <VisuallyHidden component="output">{search.status}</VisuallyHidden>
      <Results search={search} {...props} />
    </>
  );
}

function useSearch(query: string) {
  const isLongEnough = query.length >= searchLength.min;
  const search = trpc.messaging.search.useInfiniteQuery(
    { query },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      enabled: isLongEnough,
      // Live events do not update search results, so they are not cached.
      gcTime: 0,
      placeholderData: (before) => before,
    },
  );
  const found = search.data && itemsOf(search.data);
  const { hasNextPage, isFetching, isError, fetchNextPage } = search;
  // Each call searches a limited number of messages, so a page may be short or empty.
  const goesOn = hasNextPage && !isError && (found?.length ?? 0) < searchResultsPerPage;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);

  const isSearching = !found || (found.length === 0 && (goesOn || isFetching));
  const status = found && !isSearching ? foundText(found.length) : '';
  return { ...search, found, goesOn, isSearching, status };
}

const foundText = (count: number) => {
  if (count === 0) return 'No matches';
  return count === 1 ? '1 conversation found' : `${count} conversations found`;
};

type ResultsProps = Props & { search: ReturnType<typeof useSearch> };

function Results({ search, query, onClear, ...row }: ResultsProps) {
  const { found, goesOn, isSearching } = search;
  if (search.isError && !found) return <ErrorState onRetry={() => void search.refetch()} />;
  if (!found || isSearching) return <LoadingRows />;
  if (found.length === 0) {
    return (
      <EmptyState
        title="No matches"
        text={`No person, listing or message contains “${query}”.`}
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ConversationRows conversations={found} query={query} {...row} />
      {goesOn ? (
        <Text c="dimmed" size="xs" ta="center" py={12}>
          Searching older messages…
        </Text>
      ) : (
        <MoreButton query={search} what="conversations" />
      )}
    </>
  );
}
