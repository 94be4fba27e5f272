import { useSyncExternalStore } from 'react';
import classes from './OfflineNote.module.css';

/** Says on every page, as soon as the browser knows, that there is no connection. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className={classes.place}>
      {!isOnline && <span className={classes.note}>You are offline.</span>}
    </output>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
