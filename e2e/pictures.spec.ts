import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { grainy } from '@marketplace/server/features/media/images.fixtures';
import { postListings, uploadPicture } from './api.ts';
import { phone, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

let listing = '';
let seller = '';
const title = `Unabbreviatedaccommodation${randomInt(1e9)}`.repeat(3);

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, `pictures${randomInt(1e9)}@example.com`);
  const images = [];
  for (const [width, height] of [
    [900, 600],
    [500, 900],
  ] as const) {
    const buffer = await (await grainy(width, height)).jpeg().toBuffer();
    images.push(await uploadPicture(page.request, buffer));
  }
  const values = { price: '5', location: 'Troy', description: title, images };
  const posted = await postListings(page.request, [{ ...values, title }]);
  const [{ id = '', sellerId = '' } = {}] = posted;
  listing = `/listings/${id}`;
  seller = `/users/${sellerId}`;
  // The server creates the AVIF files after the upload.
  const isReady = async () => {
    const answer = await page.request.get(`/api${listing}`);
    return ((await answer.json()) as { avif: boolean[] }).avif;
  };
  await expect.poll(isReady, { timeout: 30_000 }).toEqual([true, true]);
  await page.close();
});

/** Returns a function that gives the Cumulative Layout Shift so far. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.total += (entry as { value?: number }).value ?? 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
}

for (const width of [360, 768, 1280]) {
  test(`a page does not shift while it loads, and nothing is cut off, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const complaints = watchConsole(page);
    const shifted = await watchShifts(page);
    for (const path of ['/', '/listings', listing, seller, '/map', '/listings?category=other']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      expect(await shifted(), path).toBeLessThan(0.02);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
    }
    expect(complaints).toEqual([]);
  });
}

test.describe('on a touch screen', () => {
  test.use(phone);

  test('buttons are large enough for a finger', async ({ page }) => {
    for (const path of ['/', '/listings', listing, seller]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const small = await page
        .locator('button:visible')
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.getBoundingClientRect().height < 44)
            .map((button) => button.getAttribute('aria-label') ?? button.textContent),
        );
      // Leaves out the gallery's dots, because larger buttons do the same.
      expect(
        small.filter((name) => !name.startsWith('Show photo')),
        path,
      ).toEqual([]);
    }
  });
});

test('a picture loads as AVIF in the necessary width, over a blurred placeholder', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const html = (await (await page.goto(listing))?.text()) ?? '';
  // Browsers without AVIF use the `img` element inside.
  expect(html).toMatch(/<source type="image\/avif"[^>]+1280\.avif 1280w"\/><img [^>]+640\.webp/);
  const shown = page.getByRole('button', { name: 'View full screen' }).getByRole('img');
  const sourceOf = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(sourceOf).toMatch(/\/media\/[\w-]+\/1280\.avif$/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(shown).toHaveCSS('background-image', /^url\("data:image\/webp;base64,/);
  const card = page.getByRole('button', { name: 'Photo 2' }).locator('img');
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/320\.avif$/);
});
