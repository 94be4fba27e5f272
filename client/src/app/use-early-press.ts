import { useEffect } from 'react';

declare global {
  interface Window {
    /** The button pressed last before React listened, if any: kept by the script in index.html. */
    earlyPress?: HTMLElement | null;
    /** The menu of the browser's own in which something was chosen last; null once the page is alive. */
    earlyChoice?: HTMLSelectElement | null;
    keepPress?: EventListener;
  }
}

/** From now on React hears every press itself. */
export function stopKeepingPresses(): void {
  if (window.keepPress) document.removeEventListener('click', window.keepPress);
}

/**
 * Presses the button again that was pressed while the page was there to see but not yet alive, and
 * tells of the choice that was made in a menu. Belongs inside the page's own Suspense boundary: what
 * is outside is alive before it.
 */
export function useEarlyPress(): void {
  useEffect(() => {
    const { earlyPress, earlyChoice } = window;
    window.earlyPress = null;
    window.earlyChoice = null;
    if (earlyChoice?.isConnected) earlyChoice.dispatchEvent(new Event('change', { bubbles: true }));
    if (earlyPress?.isConnected) earlyPress.click();
  }, []);
}
