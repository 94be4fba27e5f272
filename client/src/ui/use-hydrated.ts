import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while the browser takes over its HTML, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
