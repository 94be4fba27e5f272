import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as axeCore from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from './page.ts';

declare global {
  interface Window {
    axe: typeof axeCore;
  }
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The widths in px of a narrow phone and of a 1280 px window zoomed to 200 %. */
const narrowWidths = [360, 640];

/**
 * Checks what the page shows against WCAG 2.2 AA, as far as a program can, in both color schemes:
 * all rules in the light one, and in the dark one only the contrast, because nothing else differs.
 * On a touch screen, also checks that controls are 44 px high. With `part`, axe checks only that
 * element, because the rest of the page was checked before.
 */
export async function checkAccessibility(page: Page, what: string, part?: Locator): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.evaluate(colorsFollowed);
  const light = await violations(page, rules, part);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.evaluate(colorsFollowed);
  const dark = await violations(page, ['color-contrast'], part);
  const found = [...light, ...dark].flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`),
  );
  expect.soft(found, what).toEqual([]);
  expect.soft(await page.evaluate(outlineFaults), what).toEqual([]);
  expect.soft(await page.evaluate(tooLowForFingers), what).toEqual([]);
}

/** Returns axe's violations of the rules, which are either all tags or all names. */
export async function violations(
  page: Page,
  runOnly = rules,
  part = page.locator('html'),
): Promise<Result[]> {
  // Loads axe once per document, because its half a megabyte takes longer to parse than the page to
  // check.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // Leaves out what passes, because transferring it takes longer than finding it. The site has no
  // frames.
  const options: RunOptions = {
    resultTypes: ['violations'],
    performanceTimer: false,
    iframes: false,
    runOnly,
  };
  const found = await part.evaluate(
    async (element, chosen) => (await window.axe.run(element, chosen)).violations,
    options,
  );
  const faults = found.map(async (result) => {
    if (result.id !== 'target-size') return result;
    const places = result.nodes.map(({ target }) => page.locator(`${target[0]}`));
    const covered = await Promise.all(places.map((place) => place.evaluate(isBelowBar)));
    return { ...result, nodes: result.nodes.filter((_, n) => !covered[n]) };
  });
  return Promise.all(faults);
}

/**
 * Runs in the page. Returns true if a fixed or sticky bar covers part of the element until the page
 * is scrolled.
 */
function isBelowBar(element: Element): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].some((y) => {
    let over = document.elementFromPoint(left + width / 2, y);
    if (!over || element.contains(over)) return false;
    while (over && !/fixed|sticky/.test(getComputedStyle(over).position)) over = over.parentElement;
    return over !== null && !over.contains(element);
  });
}

/**
 * Runs in the page. Waits until all colors have changed: they change with the next frame, and
 * inherited colors with a transition at each level.
 */
async function colorsFollowed(): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  // The end of a transition starts the one at the next level.
  for (let running = transitions(); running.length > 0; running = transitions()) {
    for (const transition of running) transition.finish();
  }
}

/**
 * Runs in the page. Returns faults in the structure that screen readers jump by: there must be one
 * title at level 1, which is the first heading, no skipped level, a name for every region, and the
 * landmarks of the frame in order.
 */
function outlineFaults(): string[] {
  const isRead = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert]');
  const read = (selector: string) => [...document.querySelectorAll(selector)].filter(isRead);
  const faults: string[] = [];
  const headings = read('h1, h2, h3, h4, h5, h6').map(({ tagName, textContent }) => ({
    level: Number(tagName[1]),
    text: textContent,
  }));
  for (const [index, { level, text }] of headings.entries()) {
    const before = headings[index - 1]?.level ?? 0;
    if (level > before + 1) faults.push(`heading ${level} after ${before}: ${text}`);
    if (level === 1 && index > 0) faults.push(`another title: ${text}`);
  }
  for (const region of read('nav, aside, [role="region"]')) {
    const ids = region.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const names = [region.ariaLabel, ...ids.map((id) => document.getElementById(id)?.textContent)];
    if (!names.some(Boolean)) faults.push(`no name: ${region.outerHTML.slice(0, 160)}`);
  }
  const frame = read('header, main, footer').filter(
    ({ parentElement }) => !parentElement?.closest('main, [role="dialog"]'),
  );
  const order = frame.map(({ tagName }) => tagName.toLowerCase()).join();
  // On a phone, messages fill the whole screen.
  const isWhole = window.location.pathname === '/messages' && window.innerWidth < 768;
  const wanted = isWhole ? /^(header,)?main(,footer)?$/ : /^header,main,footer$/;
  if (!wanted.test(order)) faults.push(`the frame is ${order}`);
  const navigations = read('nav[aria-label="Main"]').length;
  if (navigations > 1 || (navigations === 0 && !isWhole)) faults.push('no one main navigation');
  return faults;
}

/** Runs in the page. Returns controls on a touch screen that are less than 44 px high. */
function tooLowForFingers(): string[] {
  if (!window.matchMedia('(pointer: coarse)').matches) return [];
  const pressed = ['Button-root', 'Input-input', 'Menu-item', 'Modal-close', 'Radio-label'];
  return [...document.querySelectorAll(pressed.map((name) => `.mantine-${name}`).join())]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.clientHeight > 0 && element.getBoundingClientRect().height < 43.5)
    .map((element) => element.outerHTML.slice(0, 160));
}

/** Opens a page, checks it, and checks that it fits narrow windows. */
export async function checkRoute(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
  await checkOpenRoute(page, path);
}

/** Checks a page that is open, and that it fits narrow windows. */
export async function checkOpenRoute(page: Page, path: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await checkAccessibility(page, path);
  await checkNarrowWidths(page, path);
}

/** Checks that in narrow windows nothing scrolls sideways and nothing is cut off. */
export async function checkNarrowWidths(page: Page, what: string): Promise<void> {
  const size = page.viewportSize();
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 740 });
    await expect.soft.poll(() => page.evaluate(beyondTheEdge), `${what}, ${width} px`).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}

/**
 * Runs in the page. Returns what extends beyond the edges of the page. Leaves out what can be
 * scrolled into view sideways by itself.
 */
function beyondTheEdge(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const cut = [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, label, td)')]
    .filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .filter((element) => {
      // A drawing may show only a part of itself.
      if (element.closest('svg')) return false;
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > clientWidth + 1) && !scrolls(element.parentElement);
    })
    .map((element) => element.outerHTML.slice(0, 160));
  return scrollWidth > clientWidth ? [`scrolls to ${scrollWidth} px`, ...cut] : cut;
}

/** Checks an open dialog, and closes it with Escape. */
export async function checkDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await checkOpened(page, dialog, String(name));
}

/** Checks an element that has opened over the page, and closes it with Escape. */
export async function checkOpened(page: Page, opened: Locator, what: string): Promise<void> {
  await expect(opened).toBeVisible();
  await checkAccessibility(page, what, opened);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
}

/** Checks an open menu, and closes it with Escape. */
export async function checkMenu(page: Page, what: string): Promise<void> {
  await checkOpened(page, page.getByRole('menu'), what);
}

/** Presses the first button with this name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
