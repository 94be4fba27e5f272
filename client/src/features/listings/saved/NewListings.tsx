import { useEffect, useRef, useState } from 'react';
import {
  listInput,
  type ListingFilters,
  filterInput,
  defaultSort,
} from '@marketplace/shared/listings/filters';
import type { ListingView } from '@marketplace/shared/listings/views';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import classes from './NewListings.module.css';

interface Props {
  filters: ListingFilters;
  listings: ListingView[];
}

/**
 * Says how many new listings arrived. A press shows them first, whatever the order of the list.
 * Remounted when the filters change.
 */
export function NewListings({ filters, listings }: Props) {
  // Counts from the newest listing if the list starts with it; otherwise from now.
  const isNewestFirst = (filters.sort || defaultSort(filters)) === 'newest';
  const found = useNewMatches(filters, isNewestFirst ? listings[0]?.createdAt : undefined);
  const known = new Set(listings.map(({ id }) => id));
  const fresh = found.filter(({ id }) => !known.has(id));
  const utils = trpc.useUtils();
  const [newestId, setNewestId] = useState('');
  const isListed = known.has(newestId);
  const place = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (!isListed) return;
    // Scrolls to the start of the list, below the header.
    place.current?.parentElement?.scrollIntoView({ block: 'start' });
    const link = document.querySelector<HTMLElement>(
      `article a[href="${paths.listing(newestId)}"]`,
    );
    link?.focus({ preventScroll: true });
  }, [isListed, newestId]);
  const show = () => {
    utils.listings.list.setInfiniteData(listInput(filters), (data) => {
      const [first, ...others] = data?.pages ?? [];
      if (!data || !first) return data;
      return { ...data, pages: [{ ...first, items: [...fresh, ...first.items] }, ...others] };
    });
    void utils.listings.facets.invalidate();
    setNewestId(fresh[0]?.id ?? '');
  };
  return (
    <output ref={place} className={classes.place}>
      {fresh.length > 0 && (
        <PlainButton className={`${classes.button} numbers`} onClick={show}>
          {fresh.length === 1 ? '1 new listing' : `${fresh.length} new listings`}
        </PlainButton>
      )}
    </output>
  );
}

/** Returns the listings since `since` that match the filters, newest first. */
function useNewMatches(filters: ListingFilters, since: string | undefined): ListingView[] {
  const me = useCurrentUser()?.id;
  const { client } = trpc.useUtils();
  const [input] = useState({ filter: filterInput(filters), since });
  const [found, setFound] = useState<ListingView[]>([]);
  useEffect(
    () =>
      keepSubscribed<{ listing: ListingView }>({
        subscribe: (handlers) =>
          client.searches.newMatches.subscribe(input, {
            ...handlers,
            context: { isVisitor: !me },
          }),
        onData: ({ listing }) =>
          setFound((before) => [listing, ...before.filter(({ id }) => id !== listing.id)]),
      }),
    [client, input, me],
  );
  return found;
}
