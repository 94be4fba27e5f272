import { expect, type Page } from '@playwright/test';

/**
 * Presses Tab, or another key such as Shift+Tab, until an element with this name has the focus.
 * Checks that the focus is visible.
 */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    const [found, shows] = await page.evaluate(focused);
    passed.push(found);
    if (typeof name === 'string' ? found !== name : !name.test(found)) continue;
    expect(shows, `the focus on ${found.slice(0, 80)} can be seen`).toBe(true);
    return;
  }
  throw new Error(`The keyboard does not get to ${name}, only to ${passed.join(' | ')}.`);
}

/** Moves to the element with this name by keyboard and presses Enter. */
export async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/**
 * Runs in the page. Returns the name of the focused element, and whether a ring or a border shows
 * the focus.
 */
function focused(): [string, boolean] {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return ['', false];
  const labels = (element as HTMLInputElement).labels;
  const label = labels?.[0]?.textContent?.replace(/[\s*]+$/, '');
  const name = (element.ariaLabel ?? label ?? element.textContent).trim();
  const isRinged = (shown: Element) =>
    [undefined, '::after'].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown, pseudo);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    });
  // A radio or a switch is drawn by another element.
  const drawn = [
    element,
    element.nextElementSibling,
    element.parentElement,
    element.closest('label'),
  ];
  if (drawn.some((shown) => shown && isRinged(shown))) return [name, true];
  // A field shows the focus with its border, and a place on the map with its outline.
  element.style.transition = 'none';
  const border = () => {
    const [child] = element.children;
    return [getComputedStyle(element).borderColor, child && getComputedStyle(child).stroke].join();
  };
  const withFocus = border();
  element.blur();
  const hasOwnBorder = border() !== withFocus;
  element.focus();
  element.style.transition = '';
  return [name, hasOwnBorder];
}
