/** Calls `listener` when the page may have slept: it is looked at again, or back online. */
export function onWake(listener: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });
  // Chromium stops and continues hidden pages; the others keep whole pages for the way back.
  document.addEventListener('resume', listener);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) listener();
  });
  window.addEventListener('online', listener);
}
