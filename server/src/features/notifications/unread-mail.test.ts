import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestContext } from '../../test/app-context.ts';
import { dealsOf, offerIn } from '../deals/deals.fixtures.ts';
import { draft, messagingOf, photos, uploadPhoto } from '../messaging/messaging.fixtures.ts';
import { addTalk, createTalk, mailDueAt, passMinutes } from './unread-mail.fixtures.ts';
import { updatePreferences } from './preferences.ts';
import { mailUnread } from './unread-mail.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { limiter: createLimiter(database.pool, 1000) });
});
afterAll(() => database.close());

const mailsTo = ({ email }: { email: string }) => queuedMails(ctx, email);

describe('the email about unread messages', () => {
  it('contains all of them, and is sent once, after ten minutes', async () => {
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await mailUnread(ctx);
    await passMinutes(ctx.db, 9);
    await talk.write('Is it still there?');
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
    await passMinutes(ctx.db, 1);
    await mailUnread(ctx);
    await mailUnread(ctx);
    const [mail, ...more] = await mailsTo(talk.reader);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You have 2 unread messages');
    expect(mail?.text).toMatch(/Hello\?[^]*Is it still there\?/);
    expect(await mailDueAt(ctx.db, talk.reader)).toBeNull();
    expect(await mailsTo(talk.writer)).toEqual([]);
  });

  it('contains only new messages the second time', async () => {
    const talk = await createTalk(ctx);
    await talk.write('The first');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    await talk.write('The second');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    const mails = await mailsTo(talk.reader);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toBe('New message from Bob <Buyer> about "Oak desk"');
    expect(mails[0]?.text).toContain('The second');
    expect(mails[0]?.text).not.toContain('The first');
  });

  it('shows photos and steps of a deal as sentences, and quotes texts', async () => {
    const talk = await createTalk(ctx);
    const { id: conversationId, writer, reader } = talk;
    const asWriter = messagingOf(ctx, writer);
    await asWriter.sendPhotos({ conversationId, ...photos(await uploadPhoto(ctx, writer)) });
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    await dealsOf(ctx, writer).makeOffer({ ...offerIn(conversationId), note: 'Cash' });
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    const [offer, photo] = await mailsTo(reader);
    expect(photo?.subject).toBe('New photos from Bob <Buyer> about "Oak desk"');
    expect(photo?.text).toContain('\n\nSent a photo.\n\n');
    expect(photo?.html).toContain('Sent a photo.');
    expect(offer?.subject).toBe('Update from Bob <Buyer> about "Oak desk"');
    expect(offer?.text).toContain('Offered $100.00. “Cash”');
  });

  it('is not sent if the messages were read in time', async () => {
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await talk.read(1);
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
    expect(await mailDueAt(ctx.db, talk.reader)).toBeNull();
  });

  it('waits ten minutes from the first message that is unread', async () => {
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await talk.read(1);
    await passMinutes(ctx.db, 9);
    await talk.write('One more thing');
    await passMinutes(ctx.db, 5);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
    await passMinutes(ctx.db, 5);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toHaveLength(1);
  });

  it('waits while the reader has a page open', async () => {
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await passMinutes(ctx.db, 10);
    await sql`update users set last_seen_at = now() where id = ${talk.reader.id}`.execute(ctx.db);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
    expect((await mailDueAt(ctx.db, talk.reader))?.getTime()).toBeGreaterThan(Date.now());
    await passMinutes(ctx.db, 2);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toHaveLength(1);
  });

  it.each([
    ['does not want it', { mailMessages: false }],
    ['is deactivated', { deactivatedAt: new Date() }],
    ['is deleted', { deletedAt: new Date() }],
  ])('is not sent to a user who %s', async (_what, values) => {
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await ctx.db.updateTable('users').set(values).where('id', '=', talk.reader.id).execute();
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
    expect(await mailDueAt(ctx.db, talk.reader)).toBeNull();
  });

  it('is sent again after a user turns it back on', async () => {
    const talk = await createTalk(ctx);
    await updatePreferences(ctx.db, talk.reader.id, { messages: false });
    await talk.write('Hello?');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    await updatePreferences(ctx.db, talk.reader.id, { messages: true });
    await talk.write('Still there?');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    expect((await mailsTo(talk.reader)).map((mail) => mail.subject)).toEqual([
      'You have 2 unread messages',
    ]);
  });

  it('leaves out hidden conversations and messages of deactivated users', async () => {
    const talk = await createTalk(ctx);
    await talk.write('Hidden');
    await ctx.db
      .updateTable('conversationParticipants')
      .set({ hidden: true })
      .where('conversationId', '=', talk.id)
      .execute();
    const scam = await addTalk(ctx, { reader: talk.reader, title: 'Bicycle' });
    await scam.write('Send me your card number');
    await ctx.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', scam.writer.id)
      .execute();
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    expect(await mailsTo(talk.reader)).toEqual([]);
    const visible = await addTalk(ctx, { reader: talk.reader, title: 'Lamp' });
    await visible.write('Is it bright?');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    expect((await mailsTo(talk.reader)).map((mail) => mail.subject)).toEqual([
      'New message from Bob <Buyer> about "Lamp"',
    ]);
  });

  it("does not count the reader's own messages", async () => {
    const talk = await createTalk(ctx);
    await talk.write('Hello?');
    await messagingOf(ctx, talk.reader).send({ conversationId: talk.id, ...draft('Yes?') });
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    const [mail] = await mailsTo(talk.reader);
    expect(mail?.subject).toMatch(/^New message/);
    expect(mail?.text).not.toContain('Yes?');
  });

  it('shows ten conversations with five messages each, and says how many more there are', async () => {
    const first = await createTalk(ctx, 'Listing 0');
    for (let n = 1; n <= 7; n++) await first.write(`Message ${n} of the first`);
    for (let n = 1; n <= 11; n++) {
      const talk = await addTalk(ctx, { reader: first.reader, title: `Listing ${n}` });
      await talk.write(`About listing ${n}`);
    }
    await first.write('Message 8 of the first');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    const [mail] = await mailsTo(first.reader);
    expect(mail?.subject).toBe('You have 19 unread messages');
    const titles = [...(mail?.text.matchAll(/about "Listing (\d+)"/g) ?? [])].map(([, n]) => n);
    expect(titles).toEqual(['0', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    const ofFirst = [...(mail?.text.matchAll(/Message (\d) of the first/g) ?? [])];
    expect(ofFirst.map(([, n]) => n)).toEqual(['4', '5', '6', '7', '8']);
    expect(mail?.text).toContain('(3 earlier messages)');
    expect(mail?.text).toContain('And 2 messages in other conversations');
    await first.write('Later');
    await passMinutes(ctx.db, 10);
    await mailUnread(ctx);
    expect((await mailsTo(first.reader))[0]?.subject).toMatch(/^New message/);
  });
});
