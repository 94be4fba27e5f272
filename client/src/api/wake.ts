/** Calls `listener` when the page may have been suspended: it is visible or online again. */
export function onWake(listener: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });
  // Chromium freezes and resumes hidden pages. Other browsers restore whole pages from the
  // back/forward cache.
  document.addEventListener('resume', listener);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) listener();
  });
  window.addEventListener('online', listener);
}
