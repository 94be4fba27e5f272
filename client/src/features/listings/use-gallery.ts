import { type KeyboardEvent, useState } from 'react';
import { useSwipe } from './use-swipe.ts';
import { wrapIndex } from './wrap-index.ts';

type Side = 'left' | 'right';

/** Which of `count` pictures is shown, and the ways from one to another, round both ends. */
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
    /** For whatever holds the buttons, the full screen included: shortcuts for them. */
    keys: count > 1 ? { onKeyDown } : undefined,
    /** For the frame of a large picture. */
    swipe: count > 1 ? swipe : undefined,
  };
}
