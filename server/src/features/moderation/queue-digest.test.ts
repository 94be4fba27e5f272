import { afterEach, expect, it, vi } from 'vitest';
import { allQueuedMails, queuedMails } from '../../test/mail.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createTestUser } from '../../test/users.ts';
import { startWorker } from '../../worker/worker.ts';
import { unsubscribe } from '../notifications/preferences.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedUser,
  moderationWorld,
} from './moderation.fixtures.ts';
import { mailQueueDigest } from './queue-digest.ts';

const world = moderationWorld();
const hour = 60 * 60 * 1000;
const subject = 'Reports are waiting for a decision';

afterEach(async () => {
  await world.ctx.db.deleteFrom('moderationCases').execute();
  await world.ctx.db.updateTable('users').set({ moderationMailedAt: null }).execute();
});

const inHours = (hours: number) => new Date(Date.now() + hours * hour);
const sentTo = async ({ email }: { email: string }) =>
  (await queuedMails(world.ctx, email)).filter((mail) => mail.subject === subject).length;

it('reaches each admin once a day through the mail server, whichever of two workers sends it', async () => {
  await createReportedListing(world.ctx);
  await createReportedListing(world.ctx);
  await createReportedUser(world.ctx);
  const away = await createAdmin(world.ctx, { deactivatedAt: new Date() });
  const other = await createAdmin(world.ctx);
  await createAdmin(world.ctx, { mailModeration: false });
  await createTestUser(world.ctx.db);
  const server = await startMailServer();
  const config = { ...world.ctx.config, smtpUrl: `smtp://127.0.0.1:${server.port}` };
  const mailing = { ...world.ctx, config, mailbox: null };
  await mailQueueDigest(mailing, inHours(23));
  expect(await sentTo(other)).toBe(0);
  await Promise.all([
    mailQueueDigest(mailing, inHours(49)),
    mailQueueDigest(mailing, inHours(49)),
    mailQueueDigest(mailing, inHours(49)),
  ]);
  const workers = await Promise.all([startWorker(mailing), startWorker(mailing)]);
  const digests = () => server.received.filter(({ mail }) => mail.subject === subject);
  await vi.waitFor(() => expect(digests()).toHaveLength(2));
  await vi.waitFor(async () => expect(await allQueuedMails(world.ctx)).toEqual([]));
  await Promise.all(workers.map((worker) => worker.stop()));
  await server.stop();
  expect(
    digests()
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual([other.email, world.admin.email].toSorted());
  expect(digests().flatMap(({ to }) => to)).not.toContain(away.email);
  const [{ mail }] = digests() as [ReturnType<typeof digests>[number]];
  expect(mail.text).toContain('3 reports are open: 2 listings and 1 user.');
  expect(mail.text).toContain('The oldest has waited for 2 days.');
  expect(mail.text).toContain(`${config.publicUrl}/admin?tab=reports`);
});

it('comes again after a day, and not once the queue is empty or the admin unsubscribed', async () => {
  const admin = await createAdmin(world.ctx);
  const { caseId } = await createReportedListing(world.ctx);
  await mailQueueDigest(world.ctx, inHours(25));
  await mailQueueDigest(world.ctx, inHours(48));
  expect(await sentTo(admin)).toBe(1);
  await mailQueueDigest(world.ctx, inHours(49));
  expect(await sentTo(admin)).toBe(2);
  const [mail] = await queuedMails(world.ctx, admin.email);
  expect(mail?.text).toContain('1 report is open: 1 listing. The oldest has waited for 2 days.');
  const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  expect(await unsubscribe(world.ctx, token)).toMatchObject({ list: 'moderation' });
  await mailQueueDigest(world.ctx, inHours(80));
  expect(await sentTo(admin)).toBe(2);
  expect(await sentTo(world.admin)).toBe(3);
  await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
  await mailQueueDigest(world.ctx, inHours(120));
  expect(await sentTo(world.admin)).toBe(3);
});
