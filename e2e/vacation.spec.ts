import { expect, test } from '@playwright/test';
import { postListings } from './api.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

test('a seller who is away leaves the lists, and people see until when', async ({
  page,
  browser,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'vacation-seller@example.com');
  const title = 'Hammered copper kettle';
  const [listing] = await postListings(page.request, [{ title, price: '30', location: 'Troy' }]);
  const { baseURL, viewport } = test.info().project.use;
  const buyer = await (await browser.newContext({ baseURL, viewport })).newPage();
  await signIn(buyer, 'vacation-buyer@example.com');
  const found = buyer.getByRole('main').getByRole('heading', { name: title });
  await buyer.goto('/listings?search=hammered+copper');
  await expect(found).toBeVisible();

  await page.goto('/settings?section=vacation');
  const away = page.getByRole('switch', { name: "I'm away" });
  await away.press('Space');
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(away).toBeChecked();
  // The open list follows. The card stays in place.
  await expect(buyer.getByText(/^Back \w{3} \d+$/)).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByRole('main')).toContainText('No listings found');
  await expect(found).toBeHidden();

  await buyer.goto(`/listings/${listing?.id}`);
  await expect(
    buyer.getByText(/is away until \w{3} \d+\. You can send a message now\./),
  ).toBeVisible();
  await buyer.getByRole('button', { name: 'Contact Seller' }).click();
  const dialog = buyer.getByRole('dialog');
  await expect(dialog).toContainText(/is away until \w{3} \d+\./);
  await dialog.getByRole('textbox').fill('No hurry: is it available?');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await dialog.getByRole('link', { name: 'View conversation' }).click();
  const chat = buyer.getByRole('region', { name: /^Conversation with/ });
  const note = chat.getByText(/is away until \w{3} \d+\.$/);
  await expect(note).toBeVisible();

  const before = (await note.textContent()) ?? '';
  const day = page.getByLabel('Back on');
  const last = (await day.getAttribute('max')) ?? '';
  await day.fill(last);
  // The open conversation follows.
  await expect(note).not.toHaveText(before);
  await page.reload();
  await expect(day).toHaveValue(last);
  await page.goto('/my-listings');
  await expect(page.getByText(/^You're away until/)).toBeVisible();
  await page.getByRole('link', { name: 'Change' }).click();
  await away.press('Space');
  await expect(day).toBeHidden();
  await expect(note).toBeHidden();
  await buyer.goto('/listings?search=hammered+copper');
  await expect(found).toBeVisible();
  expect(complaints).toEqual([]);
  await buyer.context().close();
});
