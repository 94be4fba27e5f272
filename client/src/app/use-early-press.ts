import { useEffect } from 'react';

declare global {
  interface Window {
    /** The button pressed last before React listened, if any: kept by the script in index.html. */
    earlyPress?: HTMLElement | null;
    /** As `earlyPress`, of menus of the browser's own. */
    earlyChoice?: HTMLSelectElement | null;
    keepPress?: EventListener;
  }
}

/** From now on React hears every press and choice itself. */
export function stopKeepingPresses(): void {
  if (!window.keepPress) return;
  document.removeEventListener('click', window.keepPress);
  document.removeEventListener('change', window.keepPress);
}

/**
 * Presses the button again that was pressed while the page was there to see but not yet alive, and
 * tells of the choice that was made in a menu. Belongs inside the page's own Suspense boundary: what is outside is alive before it.
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
