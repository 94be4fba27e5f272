import { type Browser, expect, type Page } from '@playwright/test';
import { phone, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';
import { call } from './api.ts';

interface Conversation {
  id: string;
  listingId: string;
  otherParticipants: { id: string }[];
}

/** The title of the listing, and whether the buyer is on a phone or has a new account. */
interface Setting {
  title: string;
  onPhone?: boolean;
  isNew?: boolean;
}

/** Creates a seller and a buyer, both signed in, with a conversation about a listing. */
export async function twoPeople(
  browser: Browser,
  baseURL: string | undefined,
  { title, onPhone = false, isNew = false }: Setting,
) {
  const contexts = [
    await browser.newContext({ baseURL }),
    await browser.newContext({ baseURL, ...(onPhone ? phone : {}) }),
  ] as const;
  const seller = await contexts[0].newPage();
  const buyer = await contexts[1].newPage();
  const complaints = [watchConsole(seller), watchConsole(buyer)];
  const name = title.toLowerCase().replaceAll(' ', '-');
  await Promise.all([
    signIn(seller, `${name}-seller@example.com`),
    signIn(buyer, `${name}-${isNew ? 'newcomer' : 'buyer'}@example.com`),
  ]);
  const listing = { title, description: 'In good order.', price: '40', location: 'Troy, NY' };
  const posted = await seller.request.post('/api/listings', { data: listing });
  const { id: listingId } = (await posted.json()) as { id: string };
  const conversation = await call<Conversation>(buyer.request, 'messaging.openConversation', {
    listingId,
  });
  return {
    seller,
    buyer,
    conversation,
    id: conversation.id,
    chat: `/messages?c=${conversation.id}`,
    /** Opens another tab for the buyer. */
    async openTab() {
      const tab = await contexts[1].newPage();
      complaints.push(watchConsole(tab));
      return tab;
    },
    /**
     * Closes both browsers. Fails if a page wrote anything to the console that does not match
     * `expected`.
     */
    async end(expected = /^$/) {
      expect(complaints.flat().filter((text) => !expected.test(text))).toEqual([]);
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

export const say = (page: Page, conversationId: string, content: string) =>
  call(page.request, 'messaging.send', { conversationId, content, clientId: crypto.randomUUID() });

export const logOf = (page: Page) => page.getByRole('region', { name: /^Messages with/ });
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^Message / });
