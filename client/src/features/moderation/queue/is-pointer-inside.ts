/** True while the rows of a list must not move: the pointer is in it, or it is read further down. */
export function isPointerInside(list: HTMLElement | null): boolean {
  if (!list) return false;
  if (window.matchMedia('(hover: hover)').matches && list.matches(':hover')) return true;
  // On a phone the page scrolls, and not the list.
  const scrolls = getComputedStyle(list).overflowY !== 'visible';
  return scrolls ? list.scrollTop > 0 : list.getBoundingClientRect().top < 0;
}
