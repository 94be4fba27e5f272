import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A touch this long, in ms, starts a drag. A shorter one scrolls. */
const longPressMs = 250;
/** After this movement, in px, a press is a drag (mouse) or a scroll (touch). */
const dragThreshold = 6;

interface Options {
  count: number;
  onMove: (from: number, to: number) => void;
  onMoved: (index: number) => void;
}

interface Press {
  pointerId: number;
  index: number;
  x: number;
  y: number;
  isDrag: boolean;
}

/**
 * Reorders a list by mouse, pen, touch, arrow keys, or `moveBy`. A touch starts with a long press,
 * so that the page can scroll. The list gets `listProps`. Each item has its place as `data-place`,
 * `data-grip` on its draggable part, and `data-move` on its buttons, of which the first moves it
 * back. `dragged` is the place of the dragged item, or null.
 */
export function useReorder(options: Options) {
  const { count, onMove, onMoved } = options;
  const list = useRef<HTMLUListElement>(null);
  const { moveBy, onKeyDown } = useMoveBy(list, options);
  const press = useRef<Press | null>(null);
  const longPress = useRef(0);
  const [dragged, setDragged] = useState<number | null>(null);

  useEffect(() => {
    const element = list.current;
    // Only a non-passive listener can stop the page from scrolling.
    const preventScroll = (event: TouchEvent) => press.current?.isDrag && event.preventDefault();
    element?.addEventListener('touchmove', preventScroll, { passive: false });
    return () => {
      window.clearTimeout(longPress.current);
      element?.removeEventListener('touchmove', preventScroll);
    };
  }, []);

  const startDrag = (current: Press) => {
    current.isDrag = true;
    list.current?.setPointerCapture(current.pointerId);
    setDragged(current.index);
  };

  const start = (event: React.PointerEvent) => {
    const { target, isPrimary, button, pointerId, clientX: x, clientY: y } = event;
    const index = target instanceof Element ? placeOf(target.closest('[data-grip]')) : null;
    if (count < 2 || index === null || !isPrimary || button !== 0) return;
    const current = { pointerId, index, x, y, isDrag: false };
    press.current = current;
    if (event.pointerType === 'touch') {
      longPress.current = window.setTimeout(() => startDrag(current), longPressMs);
    }
  };

  const move = (event: React.PointerEvent) => {
    const current = press.current;
    if (current?.pointerId !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    const isScroll = event.pointerType === 'touch' && !current.isDrag;
    const isFar = Math.hypot(x - current.x, y - current.y) > dragThreshold;
    // The button was released outside the list, or the page scrolls.
    if (event.buttons === 0 || (isScroll && isFar)) {
      end();
      return;
    }
    if (!current.isDrag) {
      if (!isFar) return;
      startDrag(current);
    }
    const to = placeOf(document.elementFromPoint(x, y));
    if (to === null || to === current.index) return;
    onMove(current.index, to);
    current.index = to;
    setDragged(to);
  };

  function end() {
    window.clearTimeout(longPress.current);
    if (press.current?.isDrag) onMoved(press.current.index);
    press.current = null;
    setDragged(null);
  }

  return {
    dragged,
    moveBy,
    listProps: {
      ref: list,
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown,
      // A long press would otherwise open the context menu of the picture.
      onContextMenu: (event: React.MouseEvent) => press.current && event.preventDefault(),
    },
  };
}

function placeOf(element: Element | null): number | null {
  const item = element?.closest<HTMLElement>('[data-place]');
  return item ? Number(item.dataset.place) : null;
}

/** Moves items by one place, with a button or an arrow key. */
function useMoveBy(list: React.RefObject<HTMLUListElement | null>, options: Options) {
  const { count, onMove, onMoved } = options;
  const moveBy = (index: number, by: -1 | 1) => {
    const to = index + by;
    if (to < 0 || to >= count) return;
    flushSync(() => onMove(index, to));
    onMoved(to);
    // The move loses the focus. At the end of the list, the button to move back gets it.
    const item = list.current?.children[to];
    const buttons = item?.querySelectorAll<HTMLElement>('[data-move]:not(:disabled)') ?? [];
    [...buttons].at(by === -1 ? 0 : -1)?.focus();
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const index = event.target instanceof Element ? placeOf(event.target) : null;
    if (index === null || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    moveBy(index, event.key === 'ArrowLeft' ? -1 : 1);
  };

  return { moveBy, onKeyDown };
}
