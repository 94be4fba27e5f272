import { beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { texts } from '@marketplace/shared/texts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
import { createTestUser } from '../../test/users.ts';
import { moderationWorld } from '../moderation/moderation.fixtures.ts';

const world = moderationWorld();
beforeEach(() => sql`truncate rate_limits`.execute(world.ctx.db));

const reason = 'Scams';
const tryToSignUp = async (email: string) => {
  const browser = openBrowser(world.ctx);
  const pending = await askForCode(world.ctx, browser, email);
  return (await browser.auth()).verify(pending);
};
const banned = { code: 'FORBIDDEN', message: texts.deactivated };

it('a banned mailbox gets a code in any form, but no account', async () => {
  const user = await createTestUser(world.ctx.db, { email: 'mary.smith@example.com' });
  await world.asAdmin.deactivate({ id: user.id, reason, banMailbox: true });
  for (const email of [
    'mary.smith@example.com',
    'marysmith@example.com',
    'm.arysmith+2@example.com',
  ]) {
    await expect(tryToSignUp(email)).rejects.toMatchObject(banned);
  }
  expect((await tryToSignUp('mary.smithe@example.com')).isNew).toBe(true);
  const stored = await world.ctx.db.selectFrom('bannedMailboxes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('smith');
  await world.asAdmin.reactivate({ id: user.id });
  expect((await tryToSignUp('marysmith@example.com')).isNew).toBe(true);
});

it('without a ban, another form of the address can sign up', async () => {
  const user = await createTestUser(world.ctx.db, { email: 'tom.jones@example.com' });
  await world.asAdmin.deactivate({ id: user.id, reason });
  expect((await tryToSignUp('tomjones@example.com')).isNew).toBe(true);
});

it('a ban leaves other accounts and bans of the same mailbox alone', async () => {
  const [one, two] = await Promise.all(
    ['a.b@example.com', 'ab+x@example.com'].map((email) => createTestUser(world.ctx.db, { email })),
  );
  await world.asAdmin.deactivate({ id: one!.id, reason, banMailbox: true });
  expect((await signIn(world.ctx, openBrowser(world.ctx), 'ab+x@example.com')).id).toBe(two!.id);
  await world.asAdmin.deactivate({ id: two!.id, reason, banMailbox: true });
  await world.asAdmin.reactivate({ id: one!.id });
  await expect(tryToSignUp('ab@example.com')).rejects.toMatchObject(banned);
});
