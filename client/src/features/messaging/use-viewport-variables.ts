import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';

/** If the visible height shrinks by more than this many px, a phone's keyboard is open. */
const keyboard = 120;

/**
 * Returns CSS variables for the layout of the page. `--top` is the height of everything above the
 * page. While a phone's keyboard is open, `--window` is the visible height and `--shift` is how far
 * the browser has scrolled the visible part down.
 */
export function useViewportVariables(page: RefObject<HTMLElement | null>): CSSProperties {
  const [top, setTop] = useState(61);
  const [left, setLeft] = useState<{ height: number; shift: number } | null>(null);
  useLayoutEffect(() => {
    const view = window.visualViewport;
    const element = page.current;
    if (!element) return undefined;
    const measure = () => {
      // On a phone, an open chat has a fixed position and covers everything above the page.
      if (getComputedStyle(element).position !== 'fixed') setTop(element.offsetTop);
      const isCovered = view && view.scale === 1 && window.innerHeight - view.height > keyboard;
      setLeft(isCovered ? { height: view.height, shift: view.offsetTop } : null);
    };
    measure();
    // On a phone, the page changes its size when a chat is opened or closed.
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener('resize', measure, { signal });
    view?.addEventListener('resize', measure, { signal });
    view?.addEventListener('scroll', measure, { signal });
    return () => {
      sizes.disconnect();
      end.abort();
    };
  }, [page]);
  const covered = left && {
    '--window': `${left.height}px`,
    '--shift': `${left.shift}px`,
    '--inset-bottom': '0px',
  };
  return { '--top': `${top}px`, ...covered } as CSSProperties;
}
