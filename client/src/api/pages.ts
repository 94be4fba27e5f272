import type { Page } from '@marketplace/shared/pagination';

/** A paginated list in the query cache: the pages loaded so far, newest first. */
export type Pages<Item> = { pages: Page<Item>[] };

export function itemsOf<Item>(data: Pages<Item> | undefined): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}

/** Returns the list with `change` applied to each item, or the same object if nothing changed. */
export function mapItems<Item>(data: Pages<Item>, change: (item: Item) => Item): Pages<Item> {
  const pages = data.pages.map((page) => ({ ...page, items: page.items.map(change) }));
  const isSame = pages.every(({ items }, page) =>
    items.every((item, n) => item === data.pages[page]?.items[n]),
  );
  return isSame ? data : { ...data, pages };
}

/**
 * Inserts an item at the place of its time and id, and removes its old version. Events may arrive
 * in another order than their times. Returns null if the item belongs after the loaded pages.
 */
export function placeItem<Item extends { id: string }>(
  data: Pages<Item>,
  item: Item,
  timeOf: (item: Item) => string,
): Pages<Item> | null {
  const isNewer = (other: Item) =>
    timeOf(item) === timeOf(other) ? item.id > other.id : timeOf(item) > timeOf(other);
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => id !== item.id),
  }));
  const place = pages.find((page) => page.items.some(isNewer));
  const page = place ?? pages.at(-1);
  if (!page || (!place && page.nextCursor !== null)) return null;
  page.items.splice(place ? page.items.findIndex(isNewer) : page.items.length, 0, item);
  return { ...data, pages };
}
