import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Back or forward pressed while the page was being hydrated has moved the address alone, as the
 * router did not listen yet: it is told once the first page is there.
 */
export function useMissedNavigation(): void {
  const { pathname, search } = useLocation();
  const catchUp = useEffectEvent(() => {
    const { location, history } = window;
    if (location.pathname + location.search === pathname + search) return;
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  useEffect(() => catchUp(), []);
}
