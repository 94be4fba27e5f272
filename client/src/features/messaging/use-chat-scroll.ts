import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from './use-history.ts';

/** Distance in px from the end that still counts as being there. */
const nearEnd = 48;

/**
 * Keeps the place of the reader in a chat. The box lies bottom-up (`column-reverse`), so that its
 * scroll position counts from the newest message: older ones that load above, a growing composer
 * and the keyboard of a phone move nothing. What arrives below is compensated here, unless the
 * reader is at the end and goes with it.
 */
export function useChatScroll(messages: ChatMessage[]) {
  const box = useRef<HTMLElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const newest = messages.at(-1);
  const before = useRef({ newestKey: newest?.key, height: 0 });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { newestKey, height } = before.current;
    const grown = element.scrollHeight - height;
    before.current = { newestKey: newest?.key, height: element.scrollHeight };
    if (height === 0 || newest?.key === newestKey) return;
    if (newest?.seq === null) element.scrollTo({ top: 0 });
    else if (!isAtEnd) element.scrollBy({ top: -grown });
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => setIsAtEnd(-element.scrollTop < nearEnd);
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);

  return { box, isAtEnd };
}

/** True while `target` is within a screen of being seen in `box`. */
export function useIsNear(
  target: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: box.current, rootMargin: '100% 0px' },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, box]);
  return isNear;
}
