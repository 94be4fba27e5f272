import type { Locator, Page } from '@playwright/test';

/** Touches the middle of an element, moves the finger sideways by `by` px, and lifts it. */
export async function swipe(page: Page, target: Locator, by: number): Promise<void> {
  // Waits until the element can be touched.
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to touch.');
  const y = box.y + box.height / 2;
  const x = box.x + box.width / 2 - by / 2;
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  // Sends all events at once. On a busy machine, a pause would make it a long press, which does
  // something else.
  await Promise.all([
    touch('touchStart', x),
    ...(by === 0 ? [] : [0.25, 0.5, 0.75, 1]).map((part) => touch('touchMove', x + by * part)),
    touch('touchEnd'),
  ]);
  await browser.detach();
}

export const tap = (page: Page, target: Locator) => swipe(page, target, 0);

/** Counts the presses in a page from its next document on. */
export async function countTaps(page: Page): Promise<{ count: number }> {
  const taps = { count: 0 };
  await page.exposeFunction('pressed', () => taps.count++);
  await page.addInitScript(() => {
    window.addEventListener('pointerdown', () => void window.pressed(), { capture: true });
  });
  return taps;
}

declare global {
  interface Window {
    pressed: () => Promise<void>;
  }
}
