import { Button, Group, Text } from '@mantine/core';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';

interface Props {
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  /** Pages shown so far. */
  pages: number;
  /** The address of the next page by itself, where there is no JavaScript. */
  href?: string | undefined;
  onLoad: () => void;
}

/** After so many pages the scroll waits for a press, so that what lies below the list can be reached. */
const pagesBetweenStops = 10;

/** 'Load more', which also happens by itself when it is about to come into view. */
export function LoadMore({ hasMore, loading, failed, pages, href, onLoad }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const byScroll = hasMore && !loading && !failed && pages % pagesBetweenStops !== 0;

  useEffect(() => {
    if (!byScroll || !row.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [byScroll]);

  if (!hasMore) return null;
  const button = { variant: 'default', size: 'md', loading, children: 'Load more' };
  const press = (event: MouseEvent) => {
    // A new tab gets the next page by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onLoad();
  };
  return (
    <Group ref={row} justify="center" mt="xl">
      {failed && (
        <Text role="alert" c="var(--mantine-color-error)">
          More listings could not be loaded.
        </Text>
      )}
      {href ? (
        <Button component="a" href={href} onClick={press} {...button} />
      ) : (
        <Button onClick={onLoad} {...button} />
      )}
    </Group>
  );
}
