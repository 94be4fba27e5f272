import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { signIn } from './sign-in.ts';

test('the error for a listing posted too often links to the first one', async ({ page }) => {
  await signIn(page, 'repeats-herself@example.com');
  const listing = { title: 'Garden gnome', description: 'Friendly.', price: '8', location: 'Troy' };
  const [first] = await postListings(
    page.request,
    Array.from({ length: 4 }, () => listing),
  );
  const [other] = await postListings(page.request, [{ ...listing, title: 'Garden chair' }]);

  await page.goto(`/edit-listing/${other?.id}`);
  await page.getByLabel('Title').fill('Garden gnome');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const toast = page.getByRole('region', { name: /^Notifications/ });
  await expect(toast).toContainText(
    "You've already posted “Garden gnome” 4 times in the last 24 hours.",
  );
  await toast.getByRole('button', { name: 'Edit listing' }).click();
  await expect(page).toHaveURL(`/edit-listing/${first?.id}`);
  await expect(page.getByLabel('Title')).toHaveValue('Garden gnome');
});
