import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { grainy } from '@marketplace/server/features/media/images.fixtures';
import { signIn } from './sign-in.ts';
import { postListings, uploadPicture } from './api.ts';
import { waitForHydration } from './page.ts';

const cards = (page: Page) => page.getByRole('article');

test('a card loads and shows its second photo when the mouse is over it', async ({ page }) => {
  await signIn(page, `cards-${randomInt(1e9)}@example.com`);
  const images = [];
  for (const size of [400, 500]) {
    const buffer = await (await grainy(size, 400)).jpeg().toBuffer();
    images.push(await uploadPicture(page.request, buffer));
  }
  const title = `Peek ${randomInt(1e9)}`;
  await postListings(page.request, [
    { title, price: '5', location: 'Troy', images },
    { title: `${title} again`, price: '5', location: 'Troy', images },
  ]);
  const [, second = ''] = images.map((url) => url.slice(0, url.lastIndexOf('/')));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const isAsked = () => asked.some((path) => path.startsWith(second));
  await page.goto(`/listings?search=${title}`);
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  expect(isAsked()).toBe(false);
  const card = cards(page).filter({ hasText: `${title} again` });
  const photo = card.locator(`img[src^="${second}"]`);
  await card.hover();
  await expect(photo).toBeVisible();
  expect(isAsked()).toBe(true);
  const opacity = () => photo.evaluate((img) => getComputedStyle(img.parentElement!).opacity);
  await expect.poll(opacity).toBe('1');
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe('0');
  // Keyboard focus shows it too.
  const other = cards(page).filter({ hasNotText: 'again' });
  await other.getByRole('link', { name: title, exact: true }).focus();
  await expect(other.locator(`img[src^="${second}"]`)).toBeAttached();
});

test('a card shows its parts in order, and its button stands out only on hover or focus', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, `cards-${randomInt(1e9)}@example.com`);
  const title = `Orderly ${randomInt(1e9)}`;
  const description = 'Seldom used.';
  await postListings(page.request, [
    { title, description, price: '1250', location: 'Troy', isFeatured: true },
  ]);
  for (const hasTouch of [false, true]) {
    const context = await browser.newContext({ baseURL, hasTouch });
    const visitor = await context.newPage();
    await visitor.goto(`/listings?search=${title}`);
    await waitForHydration(visitor);
    const card = cards(visitor);
    await expect(card.getByText('No image')).toBeVisible();
    await expect(card).toHaveText(
      new RegExp(`Featured.*\\$1,250${title}${description}Troy, NY.*(ago|Just now)`),
    );
    await expect(card).toContainText('0.0 (0)Contact Seller');
    const button = card.getByRole('button', { name: 'Contact Seller' });
    const ground = () => button.evaluate((one) => getComputedStyle(one).backgroundColor);
    await expect(button).toBeVisible();
    expect(await ground()).toBe('rgba(0, 0, 0, 0)');
    // Scrolls first, because otherwise the focus would scroll and move the button.
    await button.scrollIntoViewIfNeeded();
    const place = await button.boundingBox();
    if (hasTouch) {
      expect(place?.height).toBeGreaterThanOrEqual(44);
    } else {
      await card.getByRole('heading').hover();
      await expect.poll(ground).not.toBe('rgba(0, 0, 0, 0)');
      await visitor.mouse.move(0, 0);
      await expect.poll(ground).toBe('rgba(0, 0, 0, 0)');
      await card.getByRole('link', { name: title }).focus();
      await visitor.keyboard.press('Tab');
      await expect(button).toBeFocused();
      await expect.poll(ground).not.toBe('rgba(0, 0, 0, 0)');
      expect(await button.boundingBox()).toEqual(place);
    }
    await context.close();
  }
});

test('cards are in two columns on phones and in up to four on wide screens', async ({ page }) => {
  await signIn(page, `cards-${randomInt(1e9)}@example.com`);
  const title = `Column ${randomInt(1e9)}`;
  const posted = ['1', '2', '3', '4', '5'].map((price) => ({
    title: `${title} ${price}`,
    price,
    location: 'Troy',
  }));
  await postListings(page.request, posted);
  for (const [width, columns] of [
    [320, 2],
    [768, 3],
    [1200, 4],
    [1920, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/listings?search=${title}`);
    await expect(cards(page)).toHaveCount(5);
    const tops = await cards(page).evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().top)),
    );
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  }
});

test('at 320 px nothing is wider than the page in any state of the list', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const filtered = '/listings?category=furniture&location=Hudson&minPrice=5';
  for (const path of [
    '/listings',
    filtered,
    `${filtered}&maxPrice=5`,
    '/listings?sort=nearest&near=Troy',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});
