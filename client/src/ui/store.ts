import { useSyncExternalStore } from 'react';

/** A value outside React. Components subscribe to it with `useStore`. */
interface Store<Value> {
  initial: Value;
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after each `set`, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the value of a store, or the part that `select` picks, and rerenders when it changes. */
export function useStore<Value, Picked = Value>(
  { initial, get, subscribe }: Store<Value>,
  select = (value: Value) => value as unknown as Picked,
): Picked {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(initial),
  );
}
