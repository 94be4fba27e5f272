import type { Attack } from './attack.ts';
import type { Visitor } from './visitor.ts';

/** Reports hide a listing until a moderator looks, so a few new accounts must not suffice. */
export const hidingByReports: Attack = {
  name: 'hiding-by-reports',
  async run({ signIn, pool, visitor }, { quick }) {
    const seller = await signIn('seller@example.com', '203.0.113.1');
    const listing = { title: 'Oak table', price: '120', location: 'Troy', category: 'furniture' };
    const { body } = await seller.rest('POST', '/api/listings', listing);
    const isVisible = async () => {
      const answer = await visitor('203.0.113.1').rest('GET', `/api/listings/${body.id}`);
      return answer.status === 200;
    };
    const report = (by: Visitor) => {
      const reported = { targetType: 'listing', targetId: body.id, reason: 'scam' };
      return by.mutate('moderation.report', reported);
    };

    const signInAll = (count: number, who: (at: number) => [email: string, ip: string]) =>
      Promise.all(Array.from({ length: count }, (_, at) => signIn(...who(at))));
    const reportAll = async (accounts: Visitor[]) => {
      for (const account of accounts) await report(account);
      return isVisible();
    };

    const count = quick ? 4 : 20;
    const strangers = await signInAll(count, (at) => [
      `new-${at}@example.com`,
      `198.51.100.${at + 1}`,
    ]);
    await talkAmong(strangers);
    const afterStrangers = await reportAll(strangers);

    const aliases = await signInAll(4, (at) => [`e.v.e+${at}@example.com`, `192.0.2.${at + 1}`]);
    const neighbors = await signInAll(4, (at) => [`neighbor-${at}@example.com`, '192.0.2.100']);
    await pool.query(`update users set created_at = now() - interval '4 days'
      where email like 'e.v.e+%' or email like 'neighbor-%'`);
    const afterAliases = await reportAll(aliases);
    const afterNeighbors = await reportAll(neighbors);
    return [
      {
        tried: `reported a listing from ${count} new accounts and networks that talk among themselves`,
        held: afterStrangers,
      },
      { tried: 'reported it from 4 older accounts of one mailbox', held: afterAliases },
      { tried: 'reported it from 4 older accounts on one network', held: afterNeighbors },
    ];
  },
};

/** Each account posts a listing, and the next one sends a message about it and gets an answer. */
async function talkAmong(accounts: Visitor[]): Promise<void> {
  for (const [at, owner] of accounts.entries()) {
    const buyer = accounts[(at + 1) % accounts.length]!;
    const listing = { title: `Chair ${at}`, price: '5', location: 'Troy', category: 'furniture' };
    const { body } = await owner.rest('POST', '/api/listings', listing);
    const opened = await buyer.mutate('messaging.openConversation', { listingId: body.id });
    const { id } = (opened.body.result as { data: { id: string } }).data;
    for (const by of [buyer, owner]) {
      const message = { conversationId: id, clientId: crypto.randomUUID(), content: 'Hello' };
      await by.mutate('messaging.send', message);
    }
  }
}
