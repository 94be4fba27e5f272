const storageKey = 'reloaded';

/**
 * Loads the page's address anew as a document, which brings the code of the present release. False
 * where that was tried for this address and did not help.
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
