import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { newPage, watchConsole } from './page.ts';
import { signInAsAdmin } from './sign-in.ts';
import { query } from './api.ts';

/** The server accepts these as admins (ADMIN_EMAILS). */
export const [cleo, dan] = ['cleo.admin@example.com', 'dan.admin@example.com'];

/** The time until a screen updates. The product promises a second, but the machine may be busy. */
export const soon = { timeout: 15_000 };

const refused = 'Failed to load resource: the server responded with a status of';

export async function post(request: APIRequestContext, title: string): Promise<string> {
  const data = { title, price: '60', location: 'Troy', category: 'home', description: 'As new.' };
  const answer = await request.post('/api/listings', { data });
  return ((await answer.json()) as { id: string }).id;
}

/** Opens the moderation queue for two admins. */
export async function twoQueues(browser: Browser, baseURL: string | undefined) {
  const [one, two] = [await newPage(browser, baseURL), await newPage(browser, baseURL)];
  const complaints = [watchConsole(one), watchConsole(two)];
  for (const [page, email] of [
    [one, cleo],
    [two, dan],
  ] as const) {
    await signInAsAdmin(page, email!);
    await page.goto('/admin?tab=reports');
    await expect(queueOf(page).getByText(/Choose a report|Nothing to review/)).toBeVisible();
  }
  const { username: name } = await query<{ username: string }>(one.request, 'auth.me');
  return {
    one,
    two,
    /** The username of the first admin. */
    name,
    async end() {
      expect(complaints.flat().filter((text) => !text.startsWith(refused))).toEqual([]);
      await Promise.all([one, two].map((page) => page.context().close()));
    },
  };
}

export const queueOf = (page: Page) => page.getByRole('region', { name: 'Moderation queue' });
export const rowOf = (page: Page, title: string) =>
  queueOf(page)
    .getByRole('list', { name: 'Reports' })
    .getByRole('button')
    .filter({ hasText: title });
export const caseOf = (page: Page, title: string) =>
  queueOf(page).getByRole('article', { name: title, exact: true });
