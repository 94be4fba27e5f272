import { randomInt } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { plain } from '@marketplace/server/features/media/images.fixtures';
import { watchConsole } from './page.ts';
import { postListings, uploadPicture } from './api.ts';
import { signIn } from './sign-in.ts';

const run = randomInt(1e9);
const main = `Unicycle ${run}`;
const another = `Another unicycle ${run}`;
const nextDoor = `Neighbor's unicycle ${run}`;

/** Paths of the listings by title. */
const pathOf = new Map<string, string>();

async function sell(browser: Browser, seller: string, listings: Record<string, unknown>[]) {
  const page = await browser.newPage();
  await signIn(page, `${seller}${run}@example.com`);
  const images = [];
  for (let count = 0; count < 3; count += 1) {
    const buffer = await plain(800, 600, [160, 60 * count, 50])
      .jpeg()
      .toBuffer();
    images.push(await uploadPicture(page.request, buffer));
  }
  const values = { price: '240', location: 'Waterford', category: 'sports', images };
  const posted = await postListings(
    page.request,
    listings.map((listing) => ({ description: 'Rides well.', ...values, ...listing })),
  );
  posted.forEach(({ id }, at) => pathOf.set(String(listings[at]?.title), `/listings/${id}`));
  await page.close();
}

test.beforeAll(async ({ browser }) => {
  await sell(browser, 'seller', [{ title: another }, { title: main }]);
  const place = { location: 'Hudson', images: [] };
  await sell(browser, 'neighbor', [
    { title: nextDoor },
    ...['electronics', 'automotive', 'services', ''].map((category) => ({
      ...place,
      category,
      title: `Thing of ${category || 'no category'} ${run}`,
    })),
  ]);
});

const open = (page: Page, title: string) => page.goto(pathOf.get(title) ?? '');

for (const width of [1440, 390]) {
  test.describe(`a listing page at ${width} px`, () => {
    test.use({ viewport: { width, height: width === 390 ? 844 : 900 }, hasTouch: width === 390 });

    test('shows facts, seller, safety tip and map, and the contact button stays in view', async ({
      page,
    }) => {
      const complaints = watchConsole(page);
      await open(page, main);
      const content = page.getByRole('main');
      await expect(content.getByText('Good · works fine, shows wear')).toBeVisible();
      await expect(content.getByText(/^Posted (Just now|\d+m ago)$/)).toBeVisible();
      const seller = page.getByRole('region', { name: 'Seller Information' });
      await expect(seller).toContainText(
        /New SellerNew hereMember since \w+ 20\d\d\d active listings?/,
      );
      await expect(page.getByRole('complementary', { name: 'Safety tip' })).toContainText(
        'helmets',
      );
      await expect(
        page.getByRole('img', { name: 'Map of Waterford and the towns around it' }),
      ).toBeVisible();
      await expect(page.getByText(/^Pickup in Waterford, NY · /)).toBeVisible();
      const contact = content.getByRole('button', { name: 'Contact Seller' }).first();
      await expect(contact).toBeInViewport({ ratio: 1 });
      await page.getByRole('region', { name: 'Seller Reviews' }).scrollIntoViewIfNeeded();
      await expect(contact).toBeInViewport({ ratio: 1 });
      expect(complaints).toEqual([]);
    });

    test('shows the whole photo and the start of the next part in the first view', async ({
      page,
    }) => {
      await open(page, main);
      await expect(page.getByRole('button', { name: 'View full screen' })).toBeInViewport({
        ratio: 1,
      });
      await expect(page.getByRole('button', { name: 'Photo 3', exact: true })).toBeInViewport({
        ratio: 1,
      });
      const next =
        width === 390
          ? page.getByRole('heading', { level: 1 })
          : page.getByRole('region', { name: 'Description' });
      await expect(next).toBeInViewport({ ratio: 1 });
    });
  });
}

test("a listing page links to the seller's other listings and to similar ones", async ({
  page,
}) => {
  await open(page, main);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const others = page.getByRole('region', { name: 'More from this seller' });
  await expect(others.getByRole('article')).toHaveCount(1);
  const similar = page.getByRole('region', { name: /^Similar / });
  await expect(similar.getByRole('link', { name: nextDoor })).toBeVisible();
  for (const own of [main, another]) {
    await expect(similar.getByRole('link', { name: own, exact: true })).toHaveCount(0);
  }
  await others.getByRole('link', { name: another }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(another);
});

test('a visitor without JavaScript sees the whole listing page and no placeholders', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await open(page, main);
  for (const name of ['Seller Information', 'Pickup area', 'Listing Details', 'Seller Reviews']) {
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  await expect(page.getByText('New here')).toBeVisible();
  await expect(page.getByTestId('listing-skeleton').first()).toBeHidden();
  await context.close();
});

for (const [category, tip] of [
  ['electronics', 'activation lock'],
  ['automotive', 'VIN'],
  ['services', 'in writing'],
  ['', 'public place'],
] as const) {
  test(`the safety tip fits the category: ${category || 'none'}`, async ({ page }) => {
    await open(page, `Thing of ${category || 'no category'} ${run}`);
    const aside = page.getByRole('complementary', { name: 'Safety tip' });
    await expect(aside).toContainText(tip);
    await aside.getByRole('link', { name: 'More safety tips' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Guidelines');
  });
}
