import { expect, type Page, test } from '@playwright/test';
import { passSignIn, signIn, watchConsole } from './journey.ts';

const networkErrors = /^Failed to load resource: /;

async function stored(page: Page): Promise<string[]> {
  const list = await page.request.get('/api/conversations');
  const [conversation] = (await list.json()) as { id: string }[];
  if (!conversation) return [];
  const messages = await page.request.get(`/api/messages/${conversation.id}`);
  return ((await messages.json()) as { content: string }[]).map(({ content }) => content);
}

test('what was typed to a seller survives a sign-in, a reload and a failure, and is sent once', async ({
  browser,
  baseURL,
}) => {
  const contexts = [
    await browser.newContext({ baseURL }),
    await browser.newContext({ baseURL }),
  ] as const;
  const seller = await contexts[0].newPage();
  const buyer = await contexts[1].newPage();
  const complaints = watchConsole(buyer);
  await signIn(seller, 'contact-seller@example.com');
  const listing = { title: 'Tin lamp', description: 'Works.', price: '8', location: 'Troy, NY' };
  const posted = await seller.request.post('/api/listings', { data: listing });
  const { id } = (await posted.json()) as { id: string };
  await seller.goto(`/listings/${id}`);
  await expect(seller.getByRole('button', { name: 'Your Listing' }).first()).toBeDisabled();

  // Signed out, there is a prompt that only its buttons dismiss.
  await buyer.goto(`/listings/${id}`);
  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  const dialog = buyer.getByRole('dialog', { name: 'Contact Seller' });
  await expect(dialog.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await buyer.keyboard.press('Escape');
  await buyer.mouse.click(4, 4);
  await expect(dialog.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toBeHidden();
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await passSignIn(buyer, 'contact-buyer@example.com');

  const field = dialog.getByLabel(/^Message to /);
  const sendButton = dialog.getByRole('button', { name: 'Send message' });
  await expect(sendButton).toBeDisabled();
  const emptyText = dialog.getByText('Please enter a message.');
  await field.press('Control+Enter');
  await expect(emptyText).toBeVisible();
  await field.fill('Hello');
  await expect(emptyText).toBeHidden();
  await field.fill('   ');
  await expect(emptyText).toBeVisible();
  await expect(sendButton).toBeDisabled();
  await field.fill('Does it come with a bulb?');
  await buyer.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await buyer.reload();
  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  await expect(field).toHaveValue('Does it come with a bulb?');

  await buyer.route('**/trpc/messaging.openConversation?*', (route) => route.abort());
  await sendButton.click();
  await expect(buyer.getByText('Failed to start conversation. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('Does it come with a bulb?');
  await buyer.unroute('**/trpc/messaging.openConversation?*');

  // The message arrives, its answer does not; meanwhile nothing can be pressed.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await buyer.route('**/trpc/messaging.send?*', async (route) => {
    await route.fetch();
    await answered;
    await route.abort();
  });
  await sendButton.click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await buyer.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer();
  await expect(buyer.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('Does it come with a bulb?');
  await buyer.unroute('**/trpc/messaging.send?*');
  await sendButton.click();
  await expect(buyer.getByText('Message sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await stored(buyer)).toEqual(['Does it come with a bulb?']);

  await buyer.getByRole('button', { name: 'Contact Seller' }).first().click();
  await expect(field).toHaveValue('');
  await expect(seller.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  expect(complaints.filter((text) => !networkErrors.test(text))).toEqual([]);
  await Promise.all(contexts.map((context) => context.close()));
});
