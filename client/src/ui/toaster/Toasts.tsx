import { useEffect, useState } from 'react';
import type { Toaster } from './Toaster.tsx';
import { useStore } from '../store.ts';
import { type ShownToast, toastStore, useDismissal } from '../toast.ts';
import classes from './Toaster.module.css';

/** Shows the toast. The code loads with the first one; a plain toast replaces it on failure. */
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
    // The live region must exist before its text does, or screen readers ignore the text.
    <div aria-live="polite">
      {shown && Loaded && <Loaded key={shown.id} toast={shown} />}
      {shown && !Loaded && failed && <PlainToast key={shown.id} {...shown} />}
    </div>
  );
}

/** The toast for when the code of `Toaster` cannot be loaded, as when offline. */
function PlainToast({ id, title, message, kind }: ShownToast) {
  useDismissal(id);
  return (
    <section className={classes.region} aria-label="Notifications (F8)">
      <div className={classes.plain} role={kind === 'error' ? 'alert' : 'status'}>
        <strong>{title}</strong>
        <p>{message}</p>
      </div>
    </section>
  );
}
