import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { openPostDialog, phone, waitForToast, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

// Runs only with a language model. See playwright.config.ts.
test.use(phone);

const folder = new URL('../db/src/demo/pictures/listings/', import.meta.url);

/** Returns four photos of a phone's size. */
async function photos() {
  const desk = readFileSync(new URL('walnut-mid-century-writing-desk-1.webp', folder));
  const buffer = await sharp(desk).resize(4032, 3024).jpeg().toBuffer();
  return [1, 2, 3, 4].map((n) => ({ name: `photo-${n}.jpg`, mimeType: 'image/jpeg', buffer }));
}

/** Returns a function that gives the number of taps on the page so far. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = { taps: 0 };
    Object.assign(window, { counter });
    window.addEventListener('pointerdown', () => (counter.taps += 1), { capture: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { counter: { taps: number } }).counter.taps);
}

test(
  'a phone gets from four photos to a published listing in a minute and eight taps',
  { tag: '@s3' },
  async ({ page }) => {
    const complaints = watchConsole(page);
    const taps = await countTaps(page);
    await signIn(page, 'stopwatch@example.com');
    const files = await photos();
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const start = Date.now();
    const picker = page.waitForEvent('filechooser');
    const post = page.getByRole('navigation', { name: 'Main' });
    await post.getByRole('button', { name: 'Post Listing' }).tap();
    await (await picker).setFiles(files);
    const dialog = page.getByRole('dialog', { name: 'Create New Listing' });
    await dialog.getByRole('button', { name: 'Fill in from photos' }).tap();
    await expect(dialog.getByLabel('Title')).toHaveValue('Oak chair');
    await dialog.getByRole('textbox', { name: 'Price' }).tap();
    await page.keyboard.type('45');
    await dialog.getByRole('combobox', { name: 'Location' }).tap();
    await page.keyboard.type('troy');
    await page.getByRole('option', { name: 'Troy, NY' }).tap();
    await dialog.getByRole('button', { name: 'Preview Listing' }).tap();
    await expect(dialog.getByText('A solid oak chair.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish Listing' }).tap();
    await waitForToast(page, 'Your listing has been created successfully!');
    expect(Date.now() - start).toBeLessThan(60_000);
    const count = await taps();
    expect(count).toBeGreaterThan(4);
    expect(count).toBeLessThanOrEqual(8);

    const answer = await page.request.get('/api/listings?search=Oak+chair&literal=true');
    const [listing] = (await answer.json()) as { images: string[] }[];
    expect(listing).toMatchObject({ category: 'furniture', condition: 'like-new' });
    expect(listing?.images).toHaveLength(4);
    expect(complaints).toEqual([]);
  },
);

test(
  'a suggestion is marked, can be undone, and never replaces what was typed',
  { tag: '@s3' },
  async ({ page }) => {
    await signIn(page, 'suggested@example.com');
    await page.goto('/home');
    const picker = page.waitForEvent('filechooser');
    const dialog = await openPostDialog(page);
    await (await picker).setFiles(await photos());
    const title = dialog.getByRole('textbox', { name: 'Title' });
    const description = dialog.getByRole('textbox', { name: 'Description' });
    await title.fill("Grandma's chair");
    const suggest = dialog.getByRole('button', { name: 'Fill in from photos' });
    await suggest.tap();
    await expect(
      dialog.getByText('Filled in from your photos: description, category, condition.'),
    ).toBeVisible();
    await expect(title).toHaveValue("Grandma's chair");
    await expect(dialog.getByLabel('Condition')).toHaveValue('like-new');
    await dialog.getByRole('button', { name: 'Clear the suggested description' }).tap();
    await expect(description).toHaveValue('');
    await expect(description).toBeFocused();
    await dialog.getByLabel('Category').selectOption('other');
    await expect(dialog.getByRole('button', { name: 'Clear the suggested category' })).toHaveCount(
      0,
    );

    await page.route('**/trpc/listings.suggestDetails*', (route) => route.abort());
    await suggest.tap();
    await waitForToast(page, "We couldn't read your photos.");
    await page.unroute('**/trpc/listings.suggestDetails*');

    // An answer that arrives while the preview is open changes nothing.
    const released = Promise.withResolvers<void>();
    await page.route('**/trpc/listings.suggestDetails*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await dialog.getByRole('textbox', { name: 'Price' }).fill('45');
    await dialog.getByRole('combobox', { name: 'Location' }).fill('Troy, NY');
    await suggest.tap();
    await dialog.getByRole('button', { name: 'Preview Listing' }).tap();
    const answered = page.waitForResponse('**/trpc/listings.suggestDetails*');
    released.resolve();
    await (await answered).finished();
    await dialog.getByRole('button', { name: 'Edit Listing' }).tap();
    await expect(dialog.getByText('Your listing is as you left it.')).toBeAttached();
    await expect(description).toHaveValue('');
  },
);
