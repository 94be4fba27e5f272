import { expect, type Page, test } from '@playwright/test';
import { call, postListings } from './api.ts';
import { signIn, signInAsAdmin } from './sign-in.ts';
import { waitForHydration } from './page.ts';
import { logOf, say, twoPeople } from './two-people.ts';

/*
 * Checks what screen readers read, in order, by the accessibility tree. The templates contain what
 * users need to find their way and leave out the rest, so that visual changes do not break them.
 */

const data = {
  description: 'Solid oak, oiled last year.',
  price: '64',
  location: 'Hoosick Falls, NY',
  category: 'furniture',
};

/** Posts a listing with this title as a seller who has no other, and returns its path. */
async function post(page: Page, email: string, title: string): Promise<string> {
  await signIn(page, email);
  const [listing] = await postListings(page.request, [{ ...data, title }]);
  await page.context().clearCookies();
  return `/listings/${listing?.id}`;
}

test('the landing page and the list of listings have their reading order', async ({ page }) => {
  await post(page, 'order-visitor@example.com', 'Read-aloud table');
  await page.goto('/');
  await waitForHydration(page);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Capital Region Marketplace, home"
      - navigation "Main":
        - link "Marketplace"
      - button "Sign In"
      - button "Post Listing"
    - main:
      - heading [level=1]
      - search:
        - combobox "Search listings"
        - combobox "Location"
        - button "Search"
      - link "Browse Marketplace"
      - region "Just posted":
        - heading "Just posted" [level=2]
        - link "See all listings"
        - list:
          - listitem:
            - article
      - region "Shop by category":
        - heading "Shop by category" [level=2]
        - list:
          - listitem:
            - link "Electronics"
      - region "Find it close to home":
        - heading "Find it close to home" [level=2]
      - region "Why buy and sell here":
        - heading "Why buy and sell here" [level=2]
      - link "View All Listings"
    - contentinfo:
      - navigation "Marketplace"
      - heading "Support" [level=2]
      - navigation "Policies"
  `);

  await page.goto('/listings?search=read-aloud');
  await waitForHydration(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - navigation "Breadcrumb":
      - link "Home"
    - heading "Capital Region Marketplace" [level=1]
    - status: /read-aloud.* · 1$/
    - search:
      - combobox "Search listings"
      - button "Search"
      - combobox "Category"
      - combobox "Location"
    - region "Listings":
      - heading "Listings" [level=2]
      - list:
        - listitem:
          - article:
            - paragraph: $64
            - heading "Read-aloud table" [level=3]:
              - link "Read-aloud table"
            - paragraph: /Solid oak/
            - button "Contact Seller"
  `);
});

test('a listing and the listing form have their reading order', async ({ page }) => {
  await page.goto(await post(page, 'order-seller@example.com', 'Read-aloud bench'));
  await waitForHydration(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - navigation "Breadcrumb":
      - link "Home"
      - link "All Listings"
    - paragraph: $64
    - button "Share"
    - heading "Read-aloud bench" [level=1]
    - list:
      - listitem: Hoosick Falls, NY
      - listitem: /Good/
      - listitem:
        - text: Posted
    - button "Contact Seller"
    - region "Seller Information":
      - heading "Seller Information" [level=2]
    - complementary "Safety tip"
    - button "Report listing"
    - region "Description":
      - heading "Description" [level=2]
      - paragraph: /Solid oak/
    - region "Listing Details":
      - heading "Listing Details" [level=2]
      - term: Category
      - definition:
        - link "Furniture"
    - region "Pickup area":
      - heading "Pickup area" [level=2]
    - region "Seller Reviews":
      - heading "Seller Reviews" [level=2]
  `);

  await page.goto('/edit-listing/new');
  await waitForHydration(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - navigation "Breadcrumb"
    - heading "Create Listing" [level=1]
    - button "Sign In"
    - group:
      - group "Photos (optional)":
        - list:
          - listitem:
            - button "Add photos"
        - paragraph:
          - status: 0 of 5 photos
      - textbox "Title"
      - textbox "Description"
      - textbox "Price"
      - combobox "Location (optional)"
      - combobox "Category (optional)"
      - combobox "Condition"
      - group "Product details (optional)"
      - checkbox /Featured listing/
      - region "Readiness":
        - status: 3 required fields
      - button "Cancel"
      - button "Preview Listing"
  `);
});

test('a conversation and a report in the queue have their reading order', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Read-aloud stool';
  const { seller, buyer, conversation, chat, end } = await twoPeople(browser, baseURL, { title });
  await say(buyer, conversation.id, 'Is it there?');
  await say(seller, conversation.id, 'It is.');
  await call(buyer.request, 'moderation.report', {
    targetType: 'listing',
    targetId: conversation.listingId,
    reason: 'scam',
  });
  await buyer.goto(chat);
  await expect(logOf(buyer).getByText('It is.')).toBeVisible();
  await expect(buyer.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Messages" [level=1]
    - region "Conversations (1)":
      - heading "Conversations (1)" [level=2]
      - list:
        - listitem:
          - link /Read-aloud stool/
    - region /Conversation with /:
      - heading [level=2]
      - link /Read-aloud stool/
      - button "More"
      - region /Messages with /:
        - list:
          - listitem: /You. Is it there\\?/
        - list:
          - listitem:
            - text: /It is\\./
            - button "Report message"
      - log
      - textbox /Message /
  `);
  await end();

  await signInAsAdmin(page, 'lea.admin@example.com');
  await page.goto('/admin?tab=reports');
  await page.getByRole('list', { name: 'Reports' }).getByRole('button', { name: title }).click();
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner
    - complementary "Administrator"
    - main:
      - heading "Admin Center" [level=1]
      - tablist:
        - tab "Users"
        - tab /Reports/ [selected]
      - tabpanel /Reports/:
        - region "Moderation queue":
          - radiogroup "Reports shown"
          - button "Shortcuts"
          - combobox "Kind"
          - combobox "Reason"
          - combobox "Order"
          - list "Reports":
            - listitem:
              - checkbox "Select Read-aloud stool"
              - button /Read-aloud stool/
          - article "Read-aloud stool":
            - heading /Read-aloud stool/ [level=2]
            - heading "1 reporter" [level=3]
            - group "Decision":
              - group "Decide":
                - button /Dismiss/
                - button /Flag/
                - button /Delete/
          - status
    - contentinfo
  `);
});
