import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** A finger that rests this long, in ms, takes hold of a picture; before that it scrolls. */
const holdTime = 250;
/** How far, in px, a pointer may stray before a press is a drag (mouse) or a scroll (finger). */
const slack = 6;

interface Options {
  /** Whether anything can be moved now. */
  enabled: boolean;
  onMove: (from: number, to: number) => void;
  /** After the picture was let go, where it is now. */
  onDrop: (index: number) => void;
}

interface Press {
  pointerId: number;
  index: number;
  x: number;
  y: number;
  held: boolean;
}

/**
 * Puts the items of a list in order by mouse, pen or finger; a finger holds first, so that the page
 * still scrolls. The list takes `listProps`; each item carries its place as `data-place`, and what in
 * it can be taken hold of carries `data-grip`. `dragged` is the place of the one in hand, else null.
 */
export function useReorder({ enabled, onMove, onDrop }: Options) {
  const list = useRef<HTMLUListElement>(null);
  const press = useRef<Press | null>(null);
  const holding = useRef(0);
  const [dragged, setDragged] = useState<number | null>(null);

  useEffect(() => {
    const element = list.current;
    // Only a listener that is not passive can keep the page from scrolling under the finger.
    const keepStill = (event: TouchEvent) => press.current?.held && event.preventDefault();
    element?.addEventListener('touchmove', keepStill, { passive: false });
    return () => {
      window.clearTimeout(holding.current);
      element?.removeEventListener('touchmove', keepStill);
    };
  }, []);

  const take = (current: Press) => {
    current.held = true;
    list.current?.setPointerCapture(current.pointerId);
    setDragged(current.index);
  };

  const start = (event: PointerEvent) => {
    const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null;
    const index = placeOf(grip);
    if (!enabled || index === null || !event.isPrimary || event.button !== 0) return;
    const current = {
      pointerId: event.pointerId,
      index,
      x: event.clientX,
      y: event.clientY,
      held: false,
    };
    press.current = current;
    if (event.pointerType === 'touch') {
      holding.current = window.setTimeout(() => take(current), holdTime);
    }
  };

  const move = (event: PointerEvent) => {
    const current = press.current;
    if (current?.pointerId !== event.pointerId) return;
    // The button was let go outside, where the list hears nothing of it.
    if (event.buttons === 0) {
      end();
      return;
    }
    if (!current.held) {
      if (Math.hypot(event.clientX - current.x, event.clientY - current.y) <= slack) return;
      if (event.pointerType === 'touch') {
        end();
        return;
      }
      take(current);
    }
    const to = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (to === null || to === current.index) return;
    onMove(current.index, to);
    current.index = to;
    setDragged(to);
  };

  function end() {
    window.clearTimeout(holding.current);
    if (press.current?.held) onDrop(press.current.index);
    press.current = null;
    setDragged(null);
  }

  return {
    dragged,
    listProps: {
      ref: list,
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      // A finger that rests would otherwise open the menu of the picture.
      onContextMenu: (event: React.MouseEvent) => press.current && event.preventDefault(),
    },
  };
}

function placeOf(element: Element | null): number | null {
  const item = element?.closest<HTMLElement>('[data-place]');
  return item ? Number(item.dataset.place) : null;
}
