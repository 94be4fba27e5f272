import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }));

/** Where toasts appear; the code comes with the first of them. */
export function Toasts() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => null);
  return <Suspense fallback={null}>{shown && <Toaster key={shown.id} toast={shown} />}</Suspense>;
}
