import { useSyncExternalStore } from 'react';

/** Creates a value outside React. Components subscribe to it with `useStore`. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Calls `listener` after each `set`, until the returned function is called. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the value of a store, or the part that `select` picks, and rerenders when it changes. */
export function useStore<Value, Picked = Value>(
  { initial, get, subscribe }: ReturnType<typeof createStore<Value>>,
  select = (value: Value) => value as unknown as Picked,
): Picked {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(initial),
  );
}

const never = () => () => undefined;

/** Returns false on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
