import { expect, type Page, test } from '@playwright/test';
import { logOf, twoPeople } from './two-people.ts';
import { signIn } from './sign-in.ts';

/** Lets the server run the next call of a procedure, and drops its response. */
const loseAnswer = (page: Page, procedure: string) =>
  page.route(
    `**/trpc/${procedure}*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

const read = async <Data = unknown>({ request }: Page, path: string) =>
  (await (await request.get(path)).json()) as Data;

test('a listing whose response was lost is posted once', async ({ page }) => {
  await signIn(page, 'lost-answer@example.com');
  await page.goto('/edit-listing/new');
  await page.getByLabel('Title').fill('Lost lamp');
  await page.getByLabel('Description').fill('With a shade.');
  await page.getByRole('textbox', { name: 'Price' }).fill('8');
  await page.getByRole('combobox', { name: 'Location' }).fill('Troy, NY');
  await loseAnswer(page, 'listings.create');
  const publish = page.getByRole('button', { name: 'Publish Listing' });
  await publish.click();
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(
    'Please try again',
  );
  await publish.click();
  await expect(page).toHaveURL('/my-listings');
  const user = await read<{ id: string }>(page, '/api/auth/user');
  expect(await read(page, `/api/listings?sellerId=${user.id}`)).toMatchObject([
    { title: 'Lost lamp' },
  ]);
});

test('an offer whose response was lost is made once, and a later offer is new', async ({
  browser,
  baseURL,
}) => {
  const { buyer, chat, id, end } = await twoPeople(browser, baseURL, { title: 'Elm bench' });
  const bar = buyer.getByRole('region', { name: 'Deal', exact: true });
  const dialog = buyer.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send offer' });
  const said = buyer.getByRole('status').filter({ hasText: /^Offer sent$/ });
  const offers = async () => {
    const deal = await read<{ offers: { amount: string }[] }>(
      buyer,
      `/api/conversations/${id}/deal`,
    );
    return deal.offers.map(({ amount }) => amount).toSorted();
  };
  await buyer.goto(chat);
  await bar.getByRole('button', { name: 'Make an offer' }).click();
  await dialog.getByLabel('Amount').fill('30');
  await loseAnswer(buyer, 'deals.makeOffer');
  await send.click();
  await expect(buyer.getByText("That didn't work. Please try again.")).toBeVisible();
  await send.click();
  await expect(said).toBeAttached();
  expect(await offers()).toEqual(['30.00']);

  await logOf(buyer).getByRole('button', { name: 'Withdraw', exact: true }).click();
  await bar.getByRole('button', { name: 'Make an offer' }).click();
  await dialog.getByLabel('Amount').fill('35');
  await send.click();
  await expect(said).toBeAttached();
  await expect(logOf(buyer).getByText(/^\$35/)).toBeVisible();
  expect(await offers()).toEqual(['30.00', '35.00']);
  await end(/Failed to load resource/);
});
