import { type TouchEvent, useRef } from 'react';

/** In px: less is a tap that trembled. */
const shortest = 40;

/**
 * Handlers for an element that is swiped sideways with one finger. `onSwipe` gets 1 for a swipe to
 * the left, which asks for the next, and -1 for one to the right. The element needs
 * `touch-action: pan-y pinch-zoom`, so that scrolling and zooming stay with the browser.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: TouchEvent) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd(event: TouchEvent) {
      const touch = event.changedTouches[0];
      if (!start.current || !touch) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) < shortest || Math.abs(across) < 1.5 * Math.abs(down)) return;
      onSwipe(across < 0 ? 1 : -1);
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}
