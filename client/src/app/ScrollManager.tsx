import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { attempt } from '../ui/attempt.ts';

const storageKey = 'scroll-positions';

/** Scroll position of each history entry, in px. Stored across page reloads. */
let positions: Map<string, number> | undefined;

function loadPositions(): Map<string, number> {
  const [entry] = performance.getEntriesByType('navigation');
  const typed = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
  const stored = () => JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  return (typed ? undefined : attempt(() => new Map(stored()))) ?? new Map<string, number>();
}

function storePositions(): void {
  // Lets the browser restore the position on a reload, before the scripts run.
  window.history.scrollRestoration = 'auto';
  attempt(() => sessionStorage.setItem(storageKey, JSON.stringify([...(positions ?? [])])));
}

/**
 * Scrolls a new page to its top. On back, forward, and reload, restores the reader's position, even
 * if the list first has to grow to its former length.
 */
export function ScrollManager() {
  const { key, hash, pathname, search } = useLocation();
  const type = useNavigationType();
  // The first entry of every document has the same key.
  const step = `${key} ${pathname}${search}`;
  const shown = useRef<{ step: string; pathname: string } | null>(null);

  useLayoutEffect(() => {
    const remember = () => {
      if (shown.current) positions?.set(shown.current.step, window.scrollY);
    };
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    takeOver();
    const leaving = new AbortController();
    window.addEventListener('scroll', remember, { passive: true, signal: leaving.signal });
    window.addEventListener('pagehide', storePositions, { signal: leaving.signal });
    window.addEventListener('pageshow', takeOver, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  useLayoutEffect(() => {
    positions ??= loadPositions();
    const before = shown.current;
    shown.current = { step, pathname };
    if (before?.step === step) return;
    if (type === 'POP') return before || positions.has(step) ? scrollToPlace(step) : undefined;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    // A change of filters stays on the same path, and keeps the position.
    else if (before?.pathname !== pathname) window.scrollTo(0, 0);
  }, [step, hash, pathname, type]);

  return null;
}

/** Events that show that the reader scrolls. Restoring the position stops then. */
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Restores the position of a history entry, again whenever the page grows, until it is reached. */
function scrollToPlace(step: string): () => void {
  const target = positions?.get(step) ?? 0;
  window.scrollTo(0, target);
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, target);
    if (document.documentElement.scrollHeight - window.innerHeight >= target) stop();
  });
  const stop = () => {
    growth.disconnect();
    for (const event of takesOver) window.removeEventListener(event, stop);
  };
  growth.observe(document.body);
  for (const event of takesOver) window.addEventListener(event, stop, { passive: true });
  return stop;
}
