import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { createScreener } from './screener.ts';
import { contentOf } from './screening.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let asAdmin: ReturnType<typeof adminOf>;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  asAdmin = adminOf(ctx, await createTestUser(database.db, { isAdmin: true }));
});
afterAll(async () => {
  await ctx.screener.close();
  await database.close();
});

const saved = async (
  rule: ReturnType<typeof contentOf>,
  edited?: { id: string; version: number },
) => {
  const { items } = await asAdmin.saveRule({ rule, ...edited });
  const found = items.find((item) => item.rule.name === rule.name);
  if (!found) throw new Error('The rule is missing.');
  return found;
};

it('an edit needs the version that the admin saw, and is logged', async () => {
  const rule = contentOf();
  const { id, version } = await saved(rule);
  const changed = { ...rule, advice: 'Leave it out.' };
  expect(await saved(changed, { id, version })).toMatchObject({ version: 2, rule: changed });
  await expect(saved(rule, { id, version })).rejects.toThrow(/changed this rule/);
  await expect(saved(rule, { id: crypto.randomUUID(), version })).rejects.toThrow(/not found/);
  const { items } = await asAdmin.auditLog({ action: 'rule', targetId: id });
  expect(items.map(({ action }) => action)).toEqual(['rule.change', 'rule.add']);
});

it('two rules cannot have one name, in any case', async () => {
  const rule = contentOf();
  await saved(rule);
  const twin = { ...rule, name: rule.name.toUpperCase() };
  await expect(asAdmin.saveRule({ rule: twin })).rejects.toThrow('Another rule has this name.');
});

it('an edit reaches another instance, whose counts are added', async () => {
  const other = createScreener({ db: database.db, log: ctx.log, pollMs: 10 });
  await other.follow();
  const phrases = ['blue gadget'];
  const rule = contentOf({ parameters: { phrases }, kinds: ['message'], action: 'warn' });
  const { id } = await saved(rule);
  const message = { kind: 'message', userId: '', standing: 0, text: 'A BLUE, gadget' } as const;
  await vi.waitFor(() => expect(other.screen(message).action).toBe('warn'), 10_000);
  ctx.screener.screen(message);
  await Promise.all([other.close(), ctx.screener.close()]);
  const counted = await asAdmin.rules();
  expect(counted.items.find((item) => item.id === id)?.met).toBeGreaterThanOrEqual(2);
});

it('a preview counts what a rule would meet, with samples of what is public', async () => {
  const seller = await createTestUser(database.db);
  const listingId = await createTestListing(database.db, seller.id, {
    title: 'A purple g i z m o',
  });
  const rule = contentOf({ parameters: { phrases: ['purple gizmo'] } });
  const preview = await asAdmin.previewRule({ rule });
  expect(preview).toMatchObject({ isComplete: true, met: { listing: 1, message: 0 } });
  expect(preview.samples).toEqual([
    {
      kind: 'listing',
      path: `/listings/${listingId}`,
      passage: 'purple g i z m o',
      text: expect.stringContaining('A purple g i z m o') as string,
    },
  ]);
});

it.each([
  [{ parameters: { phrases: ['ab'] } }, 'A phrase needs at least 3 letters before its first *.'],
  [{ parameters: { phrases: ['abc*'] } }, 'Choose “Pattern” as the type to use *.'],
  [{ parameters: { phrases: [] } }, 'Enter at least one phrase.'],
  [{ action: 'warn' }, 'Only the reader of a message can be warned.'],
  [{ kinds: ['name'] }, "A name can't be held."],
  [{ type: 'phone', parameters: {}, kinds: [] }, 'Choose what this rule applies to.'],
])('%j is refused', async (values, message) => {
  const rule = { ...contentOf(), ...values } as ReturnType<typeof contentOf>;
  await expect(asAdmin.saveRule({ rule })).rejects.toThrow(message);
});
