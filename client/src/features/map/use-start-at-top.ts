import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * Another county is another page, though its address differs in the query alone: it starts at its
 * top, and where the link that led there is gone the focus goes to the title, which gets the ref.
 */
export function useStartAtTop(county: string | undefined) {
  const type = useNavigationType();
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(county);
  useEffect(() => {
    if (shown.current === county) return;
    shown.current = county;
    if (type === 'POP') return;
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [county, type]);
  return title;
}
