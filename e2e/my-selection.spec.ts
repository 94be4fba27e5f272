import { expect, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

const titles = ['Ash shelf', 'Elm stool', 'Oak desk', 'Pine crate'];

async function openWith(page: Page, email: string) {
  await signIn(page, email);
  await postListings(
    page.request,
    titles.map((title, index) => ({ title, price: String(index * 50), location: 'Troy' })),
  );
  await page.goto('/my-listings');
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected listings' });
const rowOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

test('several listings get cheaper at once, and all of it can be undone', async ({ page }) => {
  const complaints = watchConsole(page);
  await openWith(page, 'select-lower@example.com');
  await box(page, 'Select all').check();
  await expect(toolbar(page)).toContainText('4 selected');
  await expect(page.getByText('4 listings selected')).toBeAttached();
  await toolbar(page).getByRole('button', { name: 'Lower by 10%' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'made cheaper' });
  await expect(toast).toContainText('3 listings made cheaper');
  await expect(toast).toContainText(/Ash shelf.?”: This is already free\./);
  await expect(rowOf(page, 'Pine crate')).toContainText('$135');
  // The listing that was left out stays selected.
  await expect(toolbar(page)).toContainText('1 selected');
  await expect(box(page, 'Select Ash shelf')).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(rowOf(page, 'Pine crate')).toContainText('$150');
  await expect(rowOf(page, 'Elm stool')).toContainText('$50');
  expect(complaints).toEqual([]);
});

test('a range is selected with the keyboard, ended, and sorted first when renewable', async ({
  page,
}) => {
  await openWith(page, 'select-keys@example.com');
  await box(page, 'Select Pine crate').focus();
  await page.keyboard.press('Space');
  await box(page, 'Select Elm stool').click({ modifiers: ['Shift'] });
  await expect(toolbar(page)).toContainText('3 selected');
  await expect(box(page, 'Select Ash shelf')).not.toBeChecked();
  await box(page, 'Select Oak desk').press('Space');
  await expect(toolbar(page)).toContainText('2 selected');
  const end = toolbar(page).getByRole('button', { name: 'End' });
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 listings ended')).toBeVisible();
  await expect(toolbar(page)).toBeHidden();
  await expect(box(page, 'Select all')).toBeFocused();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Needs attention first');
  await expect(page).toHaveURL(/\?sort=attention$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Pine crate',
    'Elm stool',
    'Oak desk',
    'Ash shelf',
  ]);
  await box(page, 'Select Pine crate').click();
  await toolbar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(box(page, 'Select all')).toBeFocused();
});
