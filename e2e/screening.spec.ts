import { expect, test } from '@playwright/test';
import { call } from './api.ts';
import { newPage, watchConsole } from './page.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';

const listing = { title: 'Old cabinet', price: '40', location: 'Troy' };

test('a seller reads why a listing is being checked, and fixes it', async ({
  browser,
  baseURL,
}) => {
  const seller = await newPage(browser, baseURL);
  const problems = watchConsole(seller);
  await signIn(seller, 'screened-seller@example.com');
  const description = 'Comes with a H-A-N-D-G-U-N.';
  const { id } = await call<{ id: string }>(seller.request, 'listings.create', {
    ...listing,
    description,
  });
  const visitor = await newPage(browser, baseURL);
  const statusOf = async () => (await visitor.request.get(`/api/listings/${id}`)).status();
  expect(await statusOf()).toBe(404);
  await seller.goto(`/listings/${id}`);
  await expect(seller.getByText(/^Being checked because of .*H-A-N-D-G-U-N/)).toBeVisible();
  await seller.goto('/my-listings');
  await expect(seller.getByText('Being checked', { exact: true })).toBeVisible();
  await expect(seller.getByText(/Remove them from the listing/)).toBeVisible();
  await call(seller.request, 'listings.update', { ...listing, id, description: 'Empty.' });
  expect(await statusOf()).toBe(200);
  expect(problems).toEqual([]);
});

test('an admin previews and adds a rule, and sees it in the list', async ({ browser, baseURL }) => {
  const admin = await newPage(browser, baseURL);
  const problems = watchConsole(admin);
  await signInAsAdmin(admin, 'rae.admin@example.com');
  await admin.goto('/admin?tab=rules');
  await expect(admin.getByText('Weapons')).toBeVisible();
  await admin.getByRole('button', { name: 'Add rule' }).click();
  await admin.getByLabel('Name', { exact: true }).fill('Broken things');
  await admin.getByLabel('Phrases').fill('broken beyond repair\nparts only');
  await admin.getByLabel('Advice').fill('Say what works.');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await expect(admin.getByLabel('Preview')).toContainText(/Would meet \d+ listings/);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Broken things was saved.')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Edit Broken things' })).toBeVisible();
  expect(problems).toEqual([]);
});
