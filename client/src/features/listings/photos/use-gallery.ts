import { type KeyboardEvent, useState, type TouchEvent, useRef } from 'react';

type Side = 'left' | 'right';

/** Which of `count` pictures is shown, and how to go to another, around both ends. */
export function useGallery(count: number) {
  const [shown, setShown] = useState<{ index: number; from?: Side }>({ index: 0 });
  const index = wrapIndex(shown.index, count);
  const step = (by: number) => setShown({ index: index + by, from: by < 0 ? 'left' : 'right' });
  const swipe = useSwipe(step);

  const onKeyDown = (event: KeyboardEvent) => {
    // With Alt they go back and forth in the history.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else return;
    event.preventDefault();
  };

  return {
    index,
    /** The side that the shown picture comes in from; undefined for the first. */
    from: shown.from,
    step,
    select: (next: number) => step(next - index),
    /** Shortcuts, for the element around the buttons and the full screen. */
    keys: count > 1 ? { onKeyDown } : undefined,
    /** For the frame of a large picture. */
    swipe: count > 1 ? swipe : undefined,
  };
}

/** In px: a shorter move is a tap. */
const shortest = 40;

/**
 * Handlers for an element that is swiped sideways with one finger. `onSwipe` gets 1 for a swipe to
 * the left, which asks for the next, and -1 for one to the right. The element needs
 * `touch-action: pan-y pinch-zoom`, so that scrolling and zooming stay with the browser.
 */
function useSwipe(onSwipe: (by: 1 | -1) => void) {
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

/** `index` wrapped around both ends of a row of `count`: -1 is the last, `count` the first. */
export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}
