import { useSyncExternalStore } from 'react';

function eachMinute(listener: () => void) {
  const timer = setInterval(listener, 60_000);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Returns the start of the reader's day in epoch ms, and rerenders when a new day begins. */
export function useToday(): number {
  return useSyncExternalStore(eachMinute, () => new Date().setHours(0, 0, 0, 0));
}

/** Returns the time in epoch ms, and rerenders every minute. */
export function useMinute(): number {
  return useSyncExternalStore(eachMinute, () => Math.floor(Date.now() / 60_000) * 60_000);
}
