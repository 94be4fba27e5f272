import { describe, expect, it } from 'vitest';
import type { InstanceOptions } from '../test/server.ts';
import { eventually, startPair, watchPresence } from './pair.fixtures.ts';
import { listening, send, startTalk } from './realtime.fixtures.ts';

/** Tests what people see of each other across two instances, over any bus. */
export function describePresence(name: string, options?: InstanceOptions): void {
  describe(`${name}`, () => {
    const pair = startPair(options);

    it('shows typing to the other person in the conversation, and to nobody else', async () => {
      const { one, other, connect } = pair;
      const talk = await startTalk(one);
      const stranger = await startTalk(one);
      const buyer = connect(one, talk.buyer);
      const seen = await watchPresence(connect(other, talk.seller));
      const own = await watchPresence(buyer);
      const foreign = await watchPresence(connect(other, stranger.seller));
      const { conversationId } = talk;
      await eventually(async () => {
        await buyer.api.messaging.setTyping.mutate({ conversationId });
        expect(seen).toContainEqual({
          type: 'typing',
          conversationId,
          userId: talk.buyer.id,
          until: expect.any(String),
        });
      });
      expect([...own, ...foreign].filter(({ type }) => type === 'typing')).toEqual([]);
    });

    it('shows when a person comes online, and when they have been gone for a few seconds', async () => {
      const { one, other, connect } = pair;
      const talk = await startTalk(one);
      const seen = await watchPresence(connect(other, talk.seller));
      const buyer = connect(one, talk.buyer);
      await listening(buyer);
      const userId = talk.buyer.id;
      await eventually(() =>
        expect(seen).toEqual([{ type: 'online', userId, since: expect.any(String) }]),
      );
      await buyer.close();
      await eventually(
        () => expect(seen.at(-1)).toEqual({ type: 'online', userId, since: null }),
        10_000,
      );
    });

    it('shows at once who is online', async () => {
      const { one, connect } = pair;
      const talk = await startTalk(one);
      await listening(connect(one, talk.buyer));
      const seen = await watchPresence(connect(one, talk.seller));
      await eventually(() =>
        expect(seen).toMatchObject([{ type: 'online', userId: talk.buyer.id }]),
      );
    });

    it('hides and shows a person everywhere at once when they change the setting', async () => {
      const { one, other, connect } = pair;
      const { buyer, seller } = await startTalk(one);
      const userId = buyer.id;
      const tabs = [connect(one, buyer), connect(other, buyer)];
      await Promise.all(tabs.map((tab) => listening(tab)));
      const seen = [
        await watchPresence(connect(one, seller)),
        await watchPresence(connect(other, seller)),
      ];
      const lastOf = (since: unknown) =>
        eventually(() => {
          for (const events of seen) {
            expect(events.at(-1)).toEqual({ type: 'online', userId, since });
          }
        });
      await lastOf(expect.any(String));
      await tabs[0]!.api.account.update.mutate({ showPresence: false });
      await lastOf(null);
      await tabs[1]!.api.account.update.mutate({ showPresence: true });
      await lastOf(expect.any(String));
    });

    it('never shows a hidden person as online, but shows their typing', async () => {
      const { one, other, connect } = pair;
      const { buyer, seller, conversationId } = await startTalk(one);
      const { db } = one.ctx;
      // Set before the client exists, because it opens a socket at once.
      await db
        .updateTable('users')
        .set({ showPresence: false })
        .where('id', '=', buyer.id)
        .execute();
      const hidden = connect(one, buyer);
      const seen = await watchPresence(connect(other, seller));
      await listening(hidden);
      // Typing travels the same way, so an earlier online event would have arrived before it.
      await hidden.api.messaging.setTyping.mutate({ conversationId });
      await eventually(() => expect(seen).toMatchObject([{ type: 'typing' }]));
    });

    it('shows the sender, on every page, which messages have been delivered', async () => {
      const { one, other, connect } = pair;
      const { buyer, seller, conversationId } = await startTalk(one);
      const sender = connect(one, buyer);
      const seen = [await watchPresence(sender), await watchPresence(connect(other, buyer))];
      const delivered = (upToSeq: number) => ({
        type: 'delivered',
        conversationId,
        userId: seller.id,
        upToSeq,
      });
      await send(sender, conversationId, 'While away');
      await listening(connect(other, seller));
      await eventually(() => {
        for (const events of seen) expect(events).toContainEqual(delivered(1));
      });
      await send(sender, conversationId, 'While there');
      await eventually(() => {
        for (const events of seen) expect(events).toContainEqual(delivered(2));
      });
      const { items } = await sender.api.messaging.conversations.query({});
      expect(items[0]).toMatchObject({ otherDeliveredSeq: 2, otherReadSeq: 0 });
    });
  });
}
