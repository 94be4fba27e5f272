import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from './use-history.ts';

/** Within this many px of the end, the list counts as scrolled to the end. */
const nearEnd = 48;
/** From this many px above the end, a button leads back to it. */
const farUp = 600;
/** Room in px above the first unread message when the chat opens at it. */
const aboveUnread = 16;

/**
 * Keeps the reader's place in a chat. The box is laid out bottom-up (`column-reverse`), so its
 * scroll position counts from the newest message: loading older messages, a growing composer or a
 * phone's keyboard moves nothing. When something changes below the reader, this hook scrolls by as
 * much as the topmost block in view was moved. A reader at the end stays at the end. The chat opens
 * at the line above the first unread message, or with `startsUnread` at the oldest loaded message.
 */
export function useChatScroll(messages: ChatMessage[], startsUnread: boolean) {
  const box = useRef<HTMLElement>(null);
  const blocks = useRef<HTMLDivElement>(null);
  const unreadLine = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<'end' | 'up' | 'far'>('end');
  const isAtEnd = place === 'end';
  const newest = messages.at(-1);
  const before = useRef<{ newestKey: string | undefined; anchor: Anchor | null } | null>(null);
  const opensAtTop = useRef(startsUnread);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const line = unreadLine.current ?? (opensAtTop.current ? blocks.current : null);
    openAtUnread(element, line);
    setPlace(placeOf(element));
    if (!line) return undefined;
    // A note that loads below the box makes it lower, which would push the line out of view. Once the
    // reader has scrolled, their place matters instead.
    let opened = element.scrollTop;
    const observer = new ResizeObserver(() => {
      if (!line.isConnected || Math.abs(element.scrollTop - opened) > 1) observer.disconnect();
      else openAtUnread(element, line);
      opened = element.scrollTop;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (before.current && newest?.key !== before.current.newestKey && newest?.seq === null) {
      element.scrollTo({ top: 0 });
    } else if (before.current && !isAtEnd) {
      const moved = movedBy(element, before.current.anchor);
      if (Math.abs(moved) > 1) element.scrollBy({ top: moved });
    }
    before.current = { newestKey: newest?.key, anchor: anchorOf(element, blocks.current) };
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      setPlace(placeOf(element));
      if (before.current) before.current.anchor = anchorOf(element, blocks.current);
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);

  /** Scrolls to the newest message and focuses the box, so that the keyboard scrolls it. */
  const toEnd = () => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
  };
  return { box, blocks, unreadLine, isAtEnd, isFarUp: place === 'far', toEnd };
}

function placeOf(box: HTMLElement): 'end' | 'up' | 'far' {
  const distance = -box.scrollTop;
  if (distance < nearEnd) return 'end';
  return distance < farUp ? 'up' : 'far';
}

function openAtUnread(box: HTMLElement, line: HTMLElement | null): void {
  if (!line) return;
  const above = line.getBoundingClientRect().top - box.getBoundingClientRect().top - aboveUnread;
  if (above < 0) box.scrollBy({ top: above });
}

/** A block in view, with its position on screen and the box's scroll position, in px. */
interface Anchor {
  block: Element;
  top: number;
  scrollTop: number;
}

/** Returns the topmost block in view, which must stay in place when blocks below it change. */
function anchorOf(box: HTMLElement, parent: HTMLElement | null): Anchor | null {
  const blocks = parent?.children ?? [];
  const edge = box.getBoundingClientRect().top;
  let from = 0;
  let to = blocks.length - 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) > edge) to = middle;
    else from = middle + 1;
  }
  const block = blocks[from];
  return block ? { block, top: block.getBoundingClientRect().top, scrollTop: box.scrollTop } : null;
}

/** Returns by how many px anything but scrolling moved the block, or 0 if the block is gone. */
function movedBy(box: HTMLElement, anchor: Anchor | null): number {
  if (!anchor?.block.isConnected) return 0;
  const { top } = anchor.block.getBoundingClientRect();
  return top - anchor.top + box.scrollTop - anchor.scrollTop;
}

type Target = RefObject<HTMLElement | null>;

/**
 * Returns true while `target` is within a screen of the visible part of `box`. A new `round`
 * measures again, since the target may have moved.
 */
export function useIsNear(target: Target, box: Target, round: number): boolean {
  const [seen, setSeen] = useState({ round, isNear: false });
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSeen({ round, isNear: entries.at(-1)?.isIntersecting ?? false }),
      { root: box.current, rootMargin: '100% 0px' },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, box, round]);
  return seen.round === round && seen.isNear;
}
