import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();

/** A new page starts at its top; going back or forward returns to where the reader was. */
export function ScrollManager() {
  const { key, hash, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef({ key, pathname });

  useLayoutEffect(() => {
    const remember = () => positions.set(shown.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    if (type === 'POP') window.scrollTo(0, positions.get(key) ?? 0);
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    // A change of filters keeps the page and so the place.
    else if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [key, hash, pathname, type]);

  return null;
}
