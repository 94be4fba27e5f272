import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface InfiniteQuery {
  data?: { pages: { items: unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ isError: boolean; data?: unknown }>;
}

interface Props {
  query: InfiniteQuery;
  /** Address of the next page, for a browser without JavaScript or for a new tab. */
  href?: string | undefined;
}

/** After this many pages, loading needs a press, so that the footer can be reached. */
const pagesBetweenStops = 10;

/** The "Load more" button. It also loads just before it scrolls into view. */
export function LoadMore({ query, href }: Props) {
  const { hasNextPage, isFetchingNextPage } = query;
  const row = useRef<HTMLDivElement>(null);
  const { said, button: ref, text, failed, load, press: loadHere } = useLoadMore(query);
  const onVisible = useEffectEvent(load);
  const pages = query.data?.pages.length ?? 0;
  const canLoad = hasNextPage && !isFetchingNextPage && !failed;
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

  const button = {
    ref,
    variant: 'default',
    size: 'md',
    loading: isFetchingNextPage,
    children: 'Load more',
  };
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    loadHere();
  };
  return (
    <>
      <LoadedCount said={said} text={text} />
      {hasNextPage && (
        <Group ref={row} justify="center" mt="xl">
          {failed && (
            <Text role="alert" c="var(--mantine-color-error)">
              We couldn&apos;t load more.
            </Text>
          )}
          {href ? (
            <Button component="a" href={href} onClick={press} {...button} />
          ) : (
            <Button onClick={loadHere} {...button} />
          )}
        </Group>
      )}
    </>
  );
}

type More = ReturnType<typeof useLoadMore>;

/**
 * Loads more on a press. The button loses the focus while it loads, so this then focuses the first
 * new item, or the button after a failure. The list must stand right before `<LoadedCount>`.
 */
export function useLoadMore(query: InfiniteQuery) {
  const { data, isFetchingNextPage } = query;
  const said = useRef<HTMLOutputElement>(null);
  const button = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  /** The number of items before the press. */
  const pressedAt = useRef<number | null>(null);
  /** The data whose next page failed. The query drops that error when a refetch begins. */
  const [failedFor, setFailedFor] = useState<unknown>(null);

  useEffect(() => {
    if (pressedAt.current === null || isFetchingNextPage) return;
    const first = itemsBefore(said.current)[pressedAt.current]?.querySelector<HTMLElement>(
      'a, button',
    );
    pressedAt.current = null;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== button.current) return;
    (first ?? button.current)?.focus({ preventScroll: true });
  }, [isFetchingNextPage]);

  const load = () => {
    setFailedFor(null);
    void query.fetchNextPage().then((result) => setFailedFor(result.isError ? result.data : null));
  };

  const pages = data?.pages ?? [];
  const count = pages.reduce((sum, page) => sum + page.items.length, 0);
  return {
    said,
    button,
    text: pages.length > 1 ? `${count.toLocaleString('en-US')} shown` : '',
    failed: data !== undefined && data === failedFor,
    load,
    press() {
      pressedAt.current = itemsBefore(said.current).length;
      load();
    },
  };
}

function itemsBefore(element: Element | null): ArrayLike<Element> {
  return element?.previousElementSibling?.querySelectorAll('li') ?? [];
}

/** Announces the number of items after more have loaded. */
export function LoadedCount({ said, text }: Pick<More, 'said' | 'text'>) {
  return (
    <VisuallyHidden component="output" ref={said}>
      {text}
    </VisuallyHidden>
  );
}
