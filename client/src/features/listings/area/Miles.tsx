import { VisuallyHidden } from '@mantine/core';
import { createContext, use, useEffect } from 'react';
import { createStore, useStore } from '../../../ui/store.ts';
import { wholeLoad } from '../../../ui/whole-load.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { milesBetween } from './miles-between.ts';
import classes from './Miles.module.css';

/** The place that a list measures from; '' for none. */
export const NearContext = createContext('');

/** About how far a listing is from the place that the list measures from, else from the user's own town. */
export function Miles({ location }: { location: string }) {
  const user = useCurrentUser();
  const from = use(NearContext) || user?.town;
  return from && location && <Distance from={from} to={location} />;
}

/** The table of towns, which comes once the page is whole; the text has its room before. */
const table = createStore<typeof milesBetween | null>(null);

async function fetchTable(): Promise<void> {
  await wholeLoad();
  const { milesBetween } = await import('./miles-between.ts');
  if (!table.get()) table.set(milesBetween);
}

function Distance({ from, to }: { from: string; to: string }) {
  const miles = useStore(table, (milesBetween) => milesBetween?.(from, to) ?? 0);
  useEffect(() => {
    // Without it the card says the town alone.
    if (!table.get()) void fetchTable().catch(() => undefined);
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
