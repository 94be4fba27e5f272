import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { readFeed } from '../../realtime/feed.ts';
import type { RecordingHub } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { dealsOf, offerIn } from '../deals/deals.fixtures.ts';
import {
  createTestConversation,
  createTestListing,
  draft,
  messagingOf,
} from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();
let talk: Awaited<ReturnType<typeof createTestConversation>>;

beforeEach(async () => {
  talk = await createTestConversation(ctx);
  ctx.screener = {
    ...ctx.screener,
    screen({ kind, text, standing }) {
      const [passage] = /(warn|hold|refuse) me/.exec(text) ?? [];
      if (kind !== 'message' || !passage || standing > 1) return { action: 'allow' };
      const action = passage.split(' ')[0] as 'warn' | 'hold' | 'refuse';
      const rule = { ruleId: '1', ruleName: 'Codes', guideline: 3, topic: 'codes' as const };
      return { action, ...rule, passage, advice: 'Leave out the code.' };
    },
  };
});

const say = (content: string, by = talk.buyer) =>
  messagingOf(ctx, by).send({ conversationId: talk.id, ...draft(content) });
const warnings = async (of: Session['user']) => {
  const { items } = await messagingOf(ctx, of).history({ conversationId: talk.id });
  return items.map(({ content, warning }) => [content, warning]);
};
const reports = (targetId: string) =>
  ctx.db
    .selectFrom('reports as r')
    .innerJoin('moderationCases as c', 'c.id', 'r.caseId')
    .select(['r.reason', 'r.comment', 'r.evidence', 'r.reporterId', 'c.status', 'c.reporterCount'])
    .where('r.targetId', '=', targetId)
    .execute();

describe('a text that a rule', () => {
  it('warns of is sent, and warns its reader but not its author', async () => {
    const sent = await say('warn me');
    expect(sent.warning).toBeNull();
    expect(await warnings(talk.buyer)).toEqual([['warn me', null]]);
    expect(await warnings(talk.seller)).toEqual([['warn me', 'codes']]);
    const warningIn = async ({ id }: Session['user']) =>
      (await readFeed(ctx.db, id, 0)).map(
        ({ event }) => 'message' in event && event.message.warning,
      );
    expect(await warningIn(talk.buyer)).toEqual([null]);
    expect(await warningIn(talk.seller)).toEqual(['codes']);
    expect(await reports(sent.id)).toEqual([]);
  });

  it('holds is sent, warns its reader, and is reported with what came before', async () => {
    await say('Hello', talk.seller);
    const sent = await say('please hold me');
    expect(await warnings(talk.seller)).toEqual([
      ['please hold me', 'codes'],
      ['Hello', null],
    ]);
    expect(await reports(sent.id)).toMatchObject([
      {
        ...{ reason: 'held', comment: 'Codes: “hold me”', reporterId: null },
        ...{ status: 'open', reporterCount: 0 },
        evidence: {
          ...{ content: 'please hold me', kind: 'text', seq: 2, senderId: talk.buyer.id },
          ...{ conversationId: talk.id, listingId: talk.listingId },
          before: [{ content: 'Hello', seq: 1, senderId: talk.seller.id }],
        },
      },
    ]);
    expect((ctx.hub as RecordingHub).adminEvents.at(-1)).toMatchObject({ change: 'reported' });
  });

  it('refuses is not sent, and its author learns what to change', async () => {
    await expect(say('now refuse me')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "Messages can't contain “refuse me”. Leave out the code.",
      cause: { issues: [{ path: 'content' }] },
    });
    expect(await warnings(talk.seller)).toEqual([]);
    const { listingId, seller, buyer } = talk;
    const message = { receiverId: seller.id, listingId, content: 'refuse me' };
    await expect(messagingOf(ctx, buyer).sendByListing(message)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('refuses now was sent before the rule, and a repeated call returns it', async () => {
    const message = { conversationId: talk.id, ...draft('refuse me') };
    const { screener } = ctx;
    ctx.screener = { ...screener, screen: () => ({ action: 'allow' }) };
    const sent = await messagingOf(ctx, talk.buyer).send(message);
    ctx.screener = screener;
    expect(await messagingOf(ctx, talk.buyer).send(message)).toEqual(sent);
  });

  it('meets is one of those for the standing of its author', async () => {
    expect(await say('refuse me', { ...talk.buyer, standing: 2 })).toMatchObject({ warning: null });
  });

  it('meets may be the note of an offer', async () => {
    const offer = (note: string) =>
      dealsOf(ctx, talk.buyer).makeOffer({ ...offerIn(talk.id), note });
    await expect(offer('refuse me')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'note' }] },
    });
    const { message } = await offer('hold me');
    expect(message.warning).toBeNull();
    expect(await warnings(talk.seller)).toMatchObject([[message.content, 'codes']]);
    expect(await reports(message.id)).toMatchObject([{ evidence: { kind: 'offer' } }]);
  });
});

describe('the same text to many people', () => {
  const text =
    'Dear owner, I want this item very much, and I will send my mover with cash, so tell me your address';

  /** Writes the text first to a new person. Returns why it was reported, or null. */
  async function sendTo(by: Session['user'], content = text) {
    const seller = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, seller.id);
    const { id: conversationId } = await messagingOf(ctx, by).openConversation({ listingId });
    const { id } = await messagingOf(ctx, by).send({ conversationId, ...draft(content) });
    return (await reports(id))[0]?.comment ?? null;
  }

  it('is reported from the third person on, and refused to the tenth', async () => {
    const by = await createTestUser(ctx.db, { standing: 0 });
    expect([await sendTo(by), await sendTo(by, `${text}!`)]).toEqual([null, null]);
    // Case, accents, look-alike letters, digits and punctuation make no other text.
    const reason = await sendTo(by, `1. ${text.toUpperCase().replace('DEAR OWNER', 'DÉAR ОWNЕR')}`);
    expect(reason).toBe('The same text went to 3 people within a day.');
    for (let person = 4; person <= 9; person++) expect(await sendTo(by)).toContain(`to ${person} `);
    await expect(sendTo(by)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'content' }] },
    });
    expect(await sendTo(by, `${text} please`)).toBeNull();
  });

  it('is not reported for a short text, an answer, or an account of regular standing', async () => {
    const by = await createTestUser(ctx.db, { standing: 1 });
    const ask = () => sendTo(by, 'Is this still available? Can I pick it up today?');
    expect([await ask(), await ask(), await ask()]).toEqual([null, null, null]);
    const regular = await createTestUser(ctx.db, { standing: 2 });
    const send = () => sendTo(regular);
    expect([await send(), await send(), await send()]).toEqual([null, null, null]);
    for (let times = 0; times < 10; times++) expect((await say(text)).content).toBe(text);
  });
});
