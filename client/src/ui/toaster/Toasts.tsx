import { useEffect, useState } from 'react';
import type { Toaster } from './Toaster.tsx';
import { useStore } from '../store.ts';
import { dismissToast, type ShownToast, toastDuration, toastStore } from '../toast.ts';
import classes from './Toaster.module.css';

/** Where toasts appear; the code comes with the first of them, and without it they are plain words. */
export function Toasts() {
  const shown = useStore(toastStore);
  const [Loaded, setLoaded] = useState<typeof Toaster | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!shown || Loaded) return;
    import('./Toaster.tsx').then(
      (module) => setLoaded(() => module.Toaster),
      () => setFailed(true),
    );
  }, [shown, Loaded]);
  return (
    // Screen readers listen to what was there before its words.
    <div aria-live="polite">
      {shown && Loaded && <Loaded key={shown.id} toast={shown} />}
      {shown && !Loaded && failed && <PlainToast key={shown.id} {...shown} />}
    </div>
  );
}

/** Stands in where the code of the other cannot be fetched, as without a connection. */
function PlainToast({ id, title, message, kind }: ShownToast) {
  useEffect(() => {
    const timer = window.setTimeout(() => dismissToast(id), toastDuration);
    return () => window.clearTimeout(timer);
  }, [id]);
  return (
    <section className={classes.region} aria-label="Notifications (F8)">
      <div className={classes.plain} role={kind === 'error' ? 'alert' : 'status'}>
        <strong>{title}</strong>
        <p>{message}</p>
      </div>
    </section>
  );
}
