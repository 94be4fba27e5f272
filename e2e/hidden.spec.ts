import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { newPage, waitForToast, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

test('a user hides a listing and its seller, undoes it in the toast, and shows it again in the settings', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'hidden-seller@example.com');
  const [lamp] = await postListings(
    seller.request,
    ['Gilded lantern', 'Gilded birdcage'].map((title) => ({ title, price: '9', location: 'Troy' })),
  );
  await seller.close();
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  const hide = async (item: RegExp) => {
    await page.goto(`/listings/${lamp?.id}`);
    await page.getByRole('button', { name: 'Not interested' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.goto(`/listings/${lamp?.id}`);
  await expect(page.getByRole('button', { name: 'Report listing' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not interested' })).toHaveCount(0);

  await signIn(page, 'hidden-buyer@example.com');
  await hide(/^Hide this listing$/);
  await waitForToast(page, 'Listing hidden');
  await page.goto('/listings?search=gilded');
  await expect(card('Gilded birdcage')).toBeVisible();
  await expect(card('Gilded lantern')).toHaveCount(0);

  await hide(/^Hide all listings by /);
  await waitForToast(page, 'Seller hidden');
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Back in your lists');
  await page.goto('/listings?search=gilded');
  await expect(card('Gilded birdcage')).toBeVisible();

  await page.goto('/settings?section=hidden');
  const rows = page.getByRole('listitem').filter({ hasText: 'Hidden on' });
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Show .*Gilded lantern.* again$/ }).click();
  await expect(page.getByText("You haven't hidden anything")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not interested' })).toBeFocused();
  await page.goto('/listings?search=gilded');
  await expect(card('Gilded lantern')).toBeVisible();
  expect(complaints).toEqual([]);
});
