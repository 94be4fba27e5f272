import type { Page } from '@marketplace/shared/pagination';

/** A list as the query cache holds it: the pages loaded so far, newest first. */
export interface Pages<Item> {
  pages: Page<Item>[];
}

/** The items of all pages. */
export function itemsOf<Item>(data: Pages<Item> | undefined): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}

/** The list with each item changed; the same list where none was. */
export function mapItems<Item>(data: Pages<Item>, change: (item: Item) => Item): Pages<Item> {
  const pages = data.pages.map((page) => ({ ...page, items: page.items.map(change) }));
  const isSame = pages.every(({ items }, page) =>
    items.every((item, n) => item === data.pages[page]?.items[n]),
  );
  return isSame ? data : { ...data, pages };
}

/**
 * Puts an item where its time and id belong, instead of the one with its id: events may commit in
 * another order than their times. Null where it belongs behind the loaded pages.
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
