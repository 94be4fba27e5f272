import { expect, test } from '@playwright/test';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

test('a webhook is created, tested, turned off and deleted in Settings', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'webhooks@example.com');
  await page.goto('/settings?section=developer');
  const form = page.getByRole('region', { name: 'Create a webhook' });
  const list = page.getByRole('region', { name: 'Webhooks', exact: true });
  await expect(list.getByText("You don't have any webhooks.")).toBeVisible();
  const url = 'https://webhooks.invalid/marketplace';
  await form.getByLabel('URL').fill(url);
  await expect(form.getByRole('button', { name: 'Create webhook' })).toBeDisabled();
  await form.getByLabel('Someone messages you').check();
  await form.getByLabel('Your listing is marked as sold').check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(list.getByLabel('Signing secret')).toHaveValue(/^whsec_/);
  await list.getByRole('button', { name: 'Done' }).click();
  await expect(list.getByLabel('Signing secret')).toHaveCount(0);
  await expect(list.getByText('Your listing is marked as sold')).toBeVisible();

  await list.getByRole('button', { name: `Test: ${url}` }).click();
  await expect(page.getByText('Test sent!')).toBeVisible();
  const log = list.getByRole('list', { name: 'Log' });
  // The name of the server does not exist, so the test fails.
  await expect(async () => {
    await list.getByRole('button', { name: 'Refresh' }).click();
    await expect(log.getByText('Failed', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(log.getByText(/The connection failed|No answer/)).toBeVisible();

  await list.getByRole('button', { name: `Turn off: ${url}` }).click();
  await expect(list.getByText('Off', { exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Test:/ })).toHaveCount(0);
  await list.getByRole('button', { name: `Delete: ${url}` }).click();
  await expect(list.getByText("You don't have any webhooks.")).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a URL that webhooks cannot have is explained at the field', async ({ page }) => {
  await signIn(page, 'webhook-urls@example.com');
  await page.goto('/settings?section=developer');
  const form = page.getByRole('region', { name: 'Create a webhook' });
  await form.getByLabel('URL').fill('http://localhost:3000/hooks');
  await form.getByLabel('You post a listing').check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form.getByText(/^Enter an https URL/)).toBeVisible();
  await expect(form.getByLabel('URL')).toHaveValue('http://localhost:3000/hooks');
});
