import { Button, Group, type MantineSpacing, Text, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface InfiniteQuery {
  data?: { pages: { items: unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ isError: boolean; data?: unknown }>;
}

/**
 * The "Load more" button. It also loads just before it scrolls into view. `href` is the address of
 * the next page, for a browser without JavaScript or for a new tab.
 */
export function LoadMore({ query, href }: { query: InfiniteQuery; href?: string | undefined }) {
  const { hasNextPage, isFetchingNextPage } = query;
  const row = useRef<HTMLDivElement>(null);
  const { loadedCount, button, failed, load, press } = useLoadMore(query);
  const onVisible = useEffectEvent(load);
  const pages = query.data?.pages.length ?? 0;
  const canLoad = hasNextPage && !isFetchingNextPage && !failed;
  // After every ten pages, loading needs a press, so that the footer can be reached.
  const byScroll = canLoad && pages % 10 !== 0;

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

  const onClick = (event: MouseEvent) => {
    if (href && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    press();
  };
  const look = { variant: 'default', size: 'md', loading: isFetchingNextPage };
  const link = href ? { component: 'a' as const, href } : {};
  return (
    <>
      {loadedCount}
      {hasNextPage && (
        <Group ref={row} justify="center" mt="xl">
          {failed && (
            <Text role="alert" c="var(--mantine-color-error)">
              We couldn&apos;t load more.
            </Text>
          )}
          <Button ref={button} onClick={onClick} {...look} {...link}>
            Load more
          </Button>
        </Group>
      )}
    </>
  );
}

type MoreProps = { query: InfiniteQuery; what: string; mt?: MantineSpacing };

/** The "Load more" button at the end of a list of `what`, such as 'conversations', in a box. */
export function MoreButton({ query, what, mt }: MoreProps) {
  const { loadedCount, button, failed, press } = useLoadMore(query);
  const look = { variant: 'subtle', fullWidth: true, mt, loading: query.isFetchingNextPage };
  return (
    <>
      {loadedCount}
      {failed && (
        <Text role="alert" size="sm" ta="center" p="xs" c="var(--mantine-color-error)">
          We couldn&apos;t load more {what}.
        </Text>
      )}
      {query.hasNextPage && (
        <Button ref={button} onClick={press} {...look}>
          Load more
        </Button>
      )}
    </>
  );
}

/**
 * Loads more on a press. The button loses the focus while it loads, so this then focuses the first
 * new item, or the button after a failure. The list must stand right before `loadedCount`, which
 * announces the number of items.
 */
function useLoadMore(query: InfiniteQuery) {
  const { data, isFetchingNextPage } = query;
  const said = useRef<HTMLOutputElement>(null);
  const button = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  const pressedAt = useRef<number | null>(null);
  /** The data whose next page failed. The query drops that error when a refetch begins. */
  const [failedFor, setFailedFor] = useState<unknown>(null);

  useEffect(() => {
    if (pressedAt.current === null || isFetchingNextPage) return;
    const item = itemsBefore(said.current)?.[pressedAt.current];
    const first = item?.querySelector<HTMLElement>('a, button');
    pressedAt.current = null;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== button.current) return;
    (first ?? button.current)?.focus({ preventScroll: true });
  }, [isFetchingNextPage]);

  const load = () => {
    setFailedFor(null);
    void query.fetchNextPage().then((result) => setFailedFor(result.isError ? result.data : null));
  };
  const press = () => {
    pressedAt.current = itemsBefore(said.current)?.length ?? 0;
    load();
  };
  const pages = data?.pages ?? [];
  const count = pages.reduce((sum, page) => sum + page.items.length, 0);
  const loadedCount = (
    <VisuallyHidden component="output" ref={said}>
      {pages.length > 1 && `${count.toLocaleString('en-US')} shown`}
    </VisuallyHidden>
  );
  return { loadedCount, button, failed: data !== undefined && data === failedFor, load, press };
}

function itemsBefore(element: Element | null): NodeListOf<Element> | undefined {
  return element?.previousElementSibling?.querySelectorAll('li');
}
