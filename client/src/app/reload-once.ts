const storageKey = 'reloaded';

/**
 * Reloads the page, which brings the code of the current release. Returns false if this address was
 * already reloaded and that did not help.
 */
export function reloadOnce(): boolean {
  const { href } = window.location;
  try {
    if (sessionStorage.getItem(storageKey) === href) return false;
    sessionStorage.setItem(storageKey, href);
  } catch {
    // Without a note of it the page could reload for ever.
    return false;
  }
  window.location.reload();
  return true;
}

/** A page's code has come: the next failure may reload again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was noted either.
  }
}
