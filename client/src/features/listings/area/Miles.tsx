import { VisuallyHidden } from '@mantine/core';
import { createContext, use, useEffect } from 'react';
import { createStore, useStore } from '../../../ui/store.ts';
import { pageLoaded } from '../../../ui/page-loaded.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { milesBetween } from './miles-between.ts';
import classes from '../browse/ListingCard.module.css';

/** The place that a list measures distances from; '' for none. */
export const NearContext = createContext('');

/** Shows about how far a listing is from the list's place, or else from the user's town. */
export function Miles({ location }: { location: string }) {
  const user = useCurrentUser();
  const from = use(NearContext) || user?.town;
  return from && location && <Distance from={from} to={location} />;
}

/** The distance function, with its table of towns. Null until it is loaded, after the page. */
const table = createStore<typeof milesBetween | null>(null);

function Distance({ from, to }: { from: string; to: string }) {
  const miles = useStore(table, (milesBetween) => milesBetween?.(from, to) ?? 0);
  useEffect(() => {
    if (table.get()) return;
    void pageLoaded()
      .then(() => import('./miles-between.ts'))
      .then(({ milesBetween }) => table.get() || table.set(milesBetween))
      // If loading fails, the card shows only the town.
      .catch(() => undefined);
  }, []);
  return (
    <span className={`${classes.miles} numbers`}>
      {miles > 0 && (
        <>
          <span aria-hidden>{miles} mi</span>
          <span className={VisuallyHidden.classes.root}>
            about {miles} mi from {from}
          </span>
        </>
      )}
    </span>
  );
}
