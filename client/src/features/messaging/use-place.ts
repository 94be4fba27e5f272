import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';

/** Smaller by more px than this, the window is covered by the keyboard of a phone. */
const keyboard = 120;

/**
 * `--top`: the height above the page. While a phone's keyboard covers the window, `--window` is the
 * height that it leaves and `--shift` how far the browser has scrolled that part of the window down.
 */
export function usePlace(page: RefObject<HTMLElement | null>): CSSProperties {
  const [top, setTop] = useState(61);
  const [left, setLeft] = useState<{ height: number; shift: number } | null>(null);
  useLayoutEffect(() => {
    const view = window.visualViewport;
    const element = page.current;
    if (!element) return undefined;
    const measure = () => {
      // An open chat lies over what is above the page on a phone.
      if (getComputedStyle(element).position !== 'fixed') setTop(element.offsetTop);
      const isCovered = view && view.scale === 1 && window.innerHeight - view.height > keyboard;
      setLeft(isCovered ? { height: view.height, shift: view.offsetTop } : null);
    };
    measure();
    // Of another size when a chat is opened or closed there.
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    window.addEventListener('resize', measure);
    view?.addEventListener('resize', measure);
    view?.addEventListener('scroll', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      view?.removeEventListener('resize', measure);
      view?.removeEventListener('scroll', measure);
    };
  }, [page]);
  const covered = left && {
    '--window': `${left.height}px`,
    '--shift': `${left.shift}px`,
    '--inset-bottom': '0px',
  };
  return { '--top': `${top}px`, ...covered } as CSSProperties;
}
