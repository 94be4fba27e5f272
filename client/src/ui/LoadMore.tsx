import { Button, Group, Text } from '@mantine/core';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';

export interface InfiniteQuery {
  data?: { pages: unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface Props {
  query: InfiniteQuery;
  /** The address of the next page alone, for a browser without JavaScript or a new tab. */
  href?: string | undefined;
}

/** After this many pages scrolling waits for a press, so that the footer can be reached. */
const pagesBetweenStops = 10;

/** 'Load more', which also loads when it is about to scroll into view. */
export function LoadMore({ query, href }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const row = useRef<HTMLDivElement>(null);
  const load = () => void query.fetchNextPage();
  const onVisible = useEffectEvent(load);
  const pages = query.data?.pages.length ?? 0;
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const byScroll = canLoad && pages % pagesBetweenStops !== 0;

  useEffect(() => {
    if (!byScroll || !row.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onVisible();
      },
      { rootMargin: '400px' },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [byScroll]);

  if (!hasNextPage) return null;
  const button = {
    variant: 'default',
    size: 'md',
    loading: isFetchingNextPage,
    children: 'Load more',
  };
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    load();
  };
  return (
    <Group ref={row} justify="center" mt="xl">
      {isFetchNextPageError && (
        <Text role="alert" c="var(--mantine-color-error)">
          We couldn&apos;t load more.
        </Text>
      )}
      {href ? (
        <Button component="a" href={href} onClick={press} {...button} />
      ) : (
        <Button onClick={load} {...button} />
      )}
    </Group>
  );
}
