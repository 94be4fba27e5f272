import { useEffect } from 'react';

/** The browser does its part for the first page. */
let isFirstPage = true;

/**
 * Gives the focus to a page that has come in place of another, unless the page or a dialog has taken
 * it: keys and screen readers begin there, as in a new document.
 */
export function PageFocus() {
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    const page = document.getElementById('content');
    const { activeElement } = document;
    if (page?.contains(activeElement) || activeElement?.closest('[role="dialog"]')) return;
    page?.focus({ preventScroll: true });
  }, []);
  return null;
}
