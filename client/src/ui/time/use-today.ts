import { useSyncExternalStore } from 'react';

const minute = 60_000;

function eachMinute(listener: () => void) {
  const timer = setInterval(listener, minute);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The start of the reader's day in epoch ms; changes when a new one begins. */
export function useToday(): number {
  return useSyncExternalStore(eachMinute, () => new Date().setHours(0, 0, 0, 0));
}

/** The time in epoch ms, to the minute. */
export function useMinute(): number {
  return useSyncExternalStore(eachMinute, () => Math.floor(Date.now() / minute) * minute);
}
