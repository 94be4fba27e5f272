import { expect, type Locator, type Page, test } from '@playwright/test';
import { call, postListings } from './api.ts';
import { waitForHydration, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';
import { logOf, say } from './two-people.ts';

const title = 'שולחן אוכל מעץ';
const name = { firstName: 'דנה', lastName: 'כהן' };

/** Returns the box of a text's first occurrence within an element, in px. */
function boxOf(within: Locator, text: string): Promise<{ left: number; right: number }> {
  return within.evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(text) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }
    throw new Error(`“${text}” is not there.`);
  }, text);
}

/** Returns the texts in their visual order in an element, from the left. */
async function orderOf(within: Locator, texts: string[]): Promise<string[]> {
  const boxes = await Promise.all(
    texts.map(async (text) => ({ text, ...(await boxOf(within, text)) })),
  );
  return boxes.sort((one, other) => one.left - other.left).map(({ text }) => text);
}

/** Creates a seller with a Hebrew name and listing, and a buyer's conversation about it. */
async function hebrewSeller(page: Page, buyer: Page) {
  await signIn(page, 'dana-rtl@example.com');
  await signIn(buyer, 'buyer-rtl@example.com');
  await call(page.request, 'account.update', name);
  await call(buyer.request, 'account.update', { firstName: 'نور', lastName: 'حداد' });
  const [listing] = await postListings(page.request, [
    { title, price: '120', location: 'Troy', description: 'מצב טוב, 180 cm. \u202eSolid oak.' },
  ]);
  const listingId = listing?.id ?? '';
  const { id } = await call<{ id: string }>(buyer.request, 'messaging.openConversation', {
    listingId,
  });
  await say(buyer, id, '20?');
  await say(page, id, 'שלום, 180 cm על 90 cm');
  return { id, listingId };
}

test('right-to-left titles, names and messages do not reorder the text around them', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL });
  const buyer = await context.newPage();
  const complaints = [watchConsole(page), watchConsole(buyer)];
  const { id, listingId } = await hebrewSeller(page, buyer);

  await page.goto('/notifications');
  const entry = page.getByRole('main').getByRole('link', { name: /sent you a message/ });
  expect(await orderOf(entry, ['نور', 'sent you'])).toEqual(['نور', 'sent you']);

  await page.goto('/listings');
  await waitForHydration(page);
  const card = page.getByRole('article').filter({ hasText: title });
  const price = await boxOf(card, '$120');
  expect((await boxOf(card, title)).left).toBeCloseTo(price.left, 0);
  expect((await boxOf(card, 'Troy')).left).toBeCloseTo(price.left, 0);

  await page.goto(`/listings/${listingId}`);
  await expect(page).toHaveTitle(new RegExp(`\u2068${title}\u2069 · `));
  const description = page.getByText('מצב טוב');
  await expect(description).toHaveText('מצב טוב, 180 cm. Solid oak.');
  expect(await orderOf(description, ['מצב', '180 cm'])).toEqual(['180 cm', 'מצב']);

  await buyer.goto(`/messages?c=${id}`);
  const words = ['180 cm', '90 cm', 'שלום'];
  expect(await orderOf(logOf(buyer), words)).toEqual(['90 cm', '180 cm', 'שלום']);
  await buyer.getByRole('button', { name: 'More' }).click();
  const block = buyer.getByRole('menuitem', { name: 'Block' });
  expect(await orderOf(block, ['…', 'דנה', 'Block'])).toEqual(['Block', 'דנה', '…']);

  // Without bidi isolates, a number after Hebrew or Arabic would move to its left.
  await call(page.request, 'deals.markSold', { listingId, conversationId: id });
  await page.goto(`/messages?c=${id}`);
  const line = logOf(page).locator('p').filter({ hasText: 'marked this as sold' });
  expect(await orderOf(line, ['M', ':', 'نور', 'sold to'])).toEqual(['sold to', 'نور', ':', 'M']);

  expect(complaints.flat()).toEqual([]);
  await context.close();
});
