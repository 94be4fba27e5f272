import { useSyncExternalStore } from 'react';

/** How long the connection may be down before the user is told, in ms. */
const timeoutMs = 3_000;

let reconnecting = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  if (reconnecting === next) return;
  reconnecting = next;
  for (const listener of listeners) listener();
}

/** Whether live events arrive. Down for more than 3 s is worth a note; shorter breaks are not. */
export const liveConnection = {
  up(): void {
    clearTimeout(timer);
    timer = undefined;
    show(false);
  },
  down(): void {
    timer ??= setTimeout(() => show(true), timeoutMs);
  },
  isReconnecting: () => reconnecting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** True once the connection has been down for more than 3 s. */
export function useReconnecting(): boolean {
  return useSyncExternalStore(liveConnection.subscribe, liveConnection.isReconnecting, () => false);
}
