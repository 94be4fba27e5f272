import { useEffect } from 'react';

declare global {
  interface Window {
    /** The button pressed last before React listened, if any: kept by the script in index.html. */
    earlyPress?: HTMLElement | null;
    keepPress?: EventListener;
  }
}

/** From now on React hears every press itself. */
export function stopKeepingPresses(): void {
  if (window.keepPress) document.removeEventListener('click', window.keepPress);
}

/**
 * Presses the button again that was pressed while the page was there to see but not yet alive. Belongs
 * inside the page's own Suspense boundary: what is outside is alive before it.
 */
export function useEarlyPress(): void {
  useEffect(() => {
    const { earlyPress } = window;
    window.earlyPress = null;
    if (earlyPress?.isConnected) earlyPress.click();
  }, []);
}
