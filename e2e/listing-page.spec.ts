import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { plain, type Rgb } from '@marketplace/server/features/media/images.fixtures';
import { uploadPicture } from './api.ts';
import { waitForHydration, watchConsole } from './page.ts';
import { fillSignIn, signIn } from './sign-in.ts';
import { swipe, tap } from './touch.ts';

const description = [
  'A touring bicycle from my garage.',
  'Frame: steel, 56 cm',
  'Color blue',
  'Manual at https://example.com/manual',
].join('\n');
const colors: Rgb[] = [
  [160, 60, 50],
  [50, 120, 80],
  [50, 70, 150],
];

let withPhotos: string;
let withoutPhotos: string;

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, 'gallery-seller@example.com');
  const images: string[] = [];
  for (const color of colors) {
    const buffer = await plain(800, 600, color).jpeg().toBuffer();
    images.push(await uploadPicture(page.request, buffer));
  }
  withPhotos = await post(page.request, 'Touring bicycle with photos', images);
  withoutPhotos = await post(page.request, 'Touring bicycle without photos', []);
  await context.close();
});

async function post(request: APIRequestContext, title: string, images: string[]): Promise<string> {
  const listing = {
    title,
    description,
    price: '240',
    location: 'Troy',
    images,
    category: 'sports',
  };
  const answer = await request.post('/api/listings', { data: listing });
  return ((await answer.json()) as { id: string }).id;
}

/** Checks which of the three pictures the gallery shows. */
const shows = (page: Page, position: number) =>
  expect(
    page.getByRole('region', { name: 'Photos' }).getByText(`Photo ${position} of 3`),
  ).toBeAttached();

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: width === 390 });

    test('buttons, dots, thumbnails and keys step through the pictures', async ({ page }) => {
      const complaints = watchConsole(page);
      await page.goto(`/listings/${withPhotos}`);
      await waitForHydration(page);
      const photos = page.getByRole('region', { name: 'Photos' });
      await shows(page, 1);
      await photos.getByRole('button', { name: 'Previous photo' }).click();
      await shows(page, 3);
      await photos.getByRole('button', { name: 'Next photo' }).click();
      await shows(page, 1);
      await page.keyboard.press('ArrowRight');
      await shows(page, 2);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await shows(page, 3);
      await photos.getByRole('button', { name: 'Show photo 2 of 3' }).click();
      await shows(page, 2);
      await photos.getByRole('button', { name: 'Photo 1', exact: true }).click();
      await shows(page, 1);
      expect(complaints).toEqual([]);
    });
  });
}

test('the full-screen viewer counts photos, steps once per key, and returns the focus on Escape', async ({
  page,
}) => {
  await page.goto(`/listings/${withPhotos}`);
  await waitForHydration(page);
  const open = page.getByRole('button', { name: 'View full screen' });
  await open.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: /^Photos of / });
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await viewer.getByRole('button', { name: 'Next photo' }).click();
  await viewer.getByRole('button', { name: 'Next photo' }).click();
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(open).toBeFocused();
  await shows(page, 3);
  await open.click();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect(viewer).toBeHidden();
  await expect(open).toBeFocused();
});

test('details come from the description, on the server too', async ({ page, request }) => {
  const html = await (await request.get(`/listings/${withPhotos}`)).text();
  for (const part of [
    '>Frame</dt><dd dir="auto">steel, 56 cm</dd>',
    '>Color</dt><dd dir="auto">blue</dd>',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).toContain('No reviews yet');
  await page.goto(`/listings/${withoutPhotos}`);
  await expect(page.getByText('No images available')).toBeVisible();
  const details = page.getByRole('region', { name: 'Listing Details' });
  await expect(details).toContainText('CategorySports & Recreation');
  await expect(details).toContainText('ConditionGood');
  await expect(details).toContainText('Photos0');
  await expect(details).toContainText('Product DetailsFramesteel, 56 cmColorblue');
  await expect(page.getByRole('region', { name: 'Description' })).toContainText(
    'A touring bicycle from my garage. Manual at https://example.com/manual',
  );
  await expect(page.getByRole('region', { name: 'Seller Information' })).toContainText(
    'New Seller',
  );
});

test('the reviews section reports that there are no reviews or that they cannot load', async ({
  page,
}) => {
  await page.goto(`/listings/${withPhotos}`);
  const reviews = page.getByRole('region', { name: 'Seller Reviews' });
  await expect(reviews.getByText('No reviews yet')).toBeVisible();
  await expect(reviews.getByText('Be the first to review this seller!')).toBeVisible();

  await page.goto('/listings');
  // Before React runs, a link loads the whole next page, including its reviews.
  await waitForHydration(page);
  await page.route(/reviews\.ofSeller/, (route) => route.abort());
  await page.getByRole('link', { name: 'Touring bicycle without photos', exact: true }).click();
  await expect(reviews.getByText('Unable to load reviews at this time.')).toBeVisible();
  await page.unroute(/reviews\.ofSeller/);
  await reviews.getByRole('button', { name: 'Try again' }).click();
  await expect(reviews.getByText('No reviews yet')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a button clicked before React runs takes effect afterward', async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(`/listings/${withPhotos}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Report listing' }).click();
    code.resolve();
    await expect(page.getByRole('dialog', { name: /^Sign in to / })).toBeVisible();
  });

  test('a visitor signs in while contacting the seller', async ({ page }) => {
    await page.goto(`/listings/${withPhotos}`);
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Contact Seller' }).first().click();
    const contact = page.getByRole('dialog', { name: 'Contact Seller' });
    await fillSignIn(page, contact, 'gallery-buyer@example.com');
    await contact.getByLabel(/^Message to /).fill('Is it still there?');
    await contact.getByRole('button', { name: 'Send message' }).click();
    await contact.getByRole('link', { name: 'View conversation' }).click();
    await expect(page).toHaveURL(/\/messages\?c=/);
    await expect(contact).toBeHidden();
  });

  test('a swipe steps through the photos, in full screen too, and a tap opens full screen', async ({
    page,
  }) => {
    await page.goto(`/listings/${withPhotos}`);
    await waitForHydration(page);
    const open = page.getByRole('button', { name: 'View full screen' });
    const viewer = page.getByRole('dialog', { name: /^Photos of / });
    // The tap comes first, because the browser treats a tap soon after a swipe as the end of the
    // swipe.
    await tap(page, open);
    await expect(viewer.getByText('1 of 3')).toBeVisible();
    await swipe(page, viewer.getByRole('img'), 150);
    await expect(viewer.getByText('3 of 3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await swipe(page, open, -150);
    await shows(page, 1);
    await swipe(page, open, -150);
    await shows(page, 2);
    await swipe(page, open, 150);
    await shows(page, 1);
    await swipe(page, open, 20);
    await shows(page, 1);
    await expect(viewer).toBeHidden();
  });

  test('a picture slides in, unless the user prefers reduced motion', async ({ page }) => {
    await page.goto(`/listings/${withPhotos}`);
    await waitForHydration(page);
    const open = page.getByRole('button', { name: 'View full screen' });
    const seconds = () =>
      open
        .locator('[data-from]')
        .evaluate((slide) => Number.parseFloat(getComputedStyle(slide).animationDuration));
    await swipe(page, open, -150);
    expect(await seconds()).toBeCloseTo(0.16);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await seconds()).toBeLessThan(0.001);
  });
});

test('the owner can edit a listing but not send a message about it', async ({ page }) => {
  await signIn(page, 'gallery-seller@example.com');
  await page.goto(`/listings/${withPhotos}`);
  await expect(page.getByRole('button', { name: 'Your Listing' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit Listing' }).click();
  await expect(page).toHaveURL(new RegExp(`/edit-listing/${withPhotos}$`));
});
