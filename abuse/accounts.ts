import { randomInt } from 'node:crypto';
import {
  type Account,
  type Attacker,
  isVisible,
  type Outcome,
  report,
  type Scene,
  signInMany,
  succeeded,
} from './scene.ts';
import { ownId, resultOf, send, setStanding } from './town.ts';

/** Where the accounts of one person come from. */
const disguises: Record<string, (name: string, at: number) => [email: string, ip: string]> = {
  'one mailbox': (name, at) => [`${name}+${at}@one.example`, `203.0.${at}.21`],
  'one network': (name, at) => [`${name}.${at}@many.example`, '203.0.113.22'],
};

/** Accounts report an honest seller's listing: many new ones, and older ones of one person. */
export const reportBrigade: Attacker = async (scene) => {
  const { listingId } = scene.town[0]!;
  const outcomes: Outcome[] = [];
  const attack = async (accounts: Account[], kind: string) => {
    for (const { browser } of accounts) await report(browser, listingId);
    const through = (await isVisible(scene, listingId)) ? 0 : 1;
    const tried = `${accounts.length} reports by ${kind}, to hide an honest listing`;
    outcomes.push({ attacker: 'report brigade', tried, through, allowed: 0 });
  };
  const fresh = await signInMany(scene, (at) => [`b${at}@brigade.example`, `203.0.${at}.113`]);
  await attack(fresh, 'new accounts');
  for (const [kind, who] of Object.entries(disguises)) {
    const older = await signInMany(scene, (at) => who('brigade', at));
    await setStanding(scene.target, idsOf(older), 1);
    await attack(older, `members with ${kind}`);
  }
  return outcomes;
};

/**
 * Accounts of one person buy from each other with a hand-over code, and rate each other with five
 * stars. Nothing tells accounts with mailboxes, networks and browsers of their own from neighbors,
 * so their reviews are counted here, and all may get through.
 */
export const dealRing: Attacker = async (scene) => {
  const kinds = {
    ...disguises,
    'nothing in common': (name: string, at: number): [string, string] => [
      `${name}${at}@alone${at}.example`,
      `203.1.${at}.1`,
    ],
  };
  const outcomes: Outcome[] = [];
  for (const [kind, who] of Object.entries(kinds)) {
    const accounts = await signInMany(scene, (at) => who('ring', at));
    await setStanding(scene.target, idsOf(accounts), 1);
    let tried = 0;
    for (const [at, seller] of accounts.entries()) {
      tried += await playDeal(seller, accounts[(at + 1) % accounts.length]!, at);
    }
    outcomes.push({
      attacker: 'deal ring',
      tried: `${tried} five-star reviews after hand-overs among ${accounts.length} accounts with ${kind}`,
      through: await countRatings(scene, idsOf(accounts)),
      allowed: kind === 'nothing in common' ? tried : 0,
    });
  }
  return outcomes;
};

/** Plays a sale with a hand-over code, after which both rate. Returns the number of reviews. */
async function playDeal(seller: Account, buyer: Account, at: number): Promise<number> {
  const listingId = await postChair(seller, at);
  const opened = await buyer.browser.mutate('messaging.openConversation', { listingId });
  const conversationId = resultOf<{ id: string }>(succeeded(opened))?.id ?? '';
  succeeded(await send(buyer.browser, conversationId, 'I take it.'));
  succeeded(await send(seller.browser, conversationId, 'It is yours.'));
  const shown = await buyer.browser.query('deals.handoverCode', { conversationId });
  const code = resultOf<{ code: string }>(succeeded(shown))?.code;
  succeeded(await seller.browser.mutate('deals.confirmHandover', { conversationId, code }));
  for (const { browser } of [buyer, seller]) {
    succeeded(await browser.mutate('deals.review', { dealId: conversationId, rating: 5 }));
  }
  return 2;
}

/** Accounts rate a seller without having dealt with them: their own other account, or a rival. */
export const reviewRing: Attacker = async (scene) => {
  const rate = async (accounts: Account[], seller: Account, rating: number) => {
    const listingId = await postChair(seller, randomInt(1_000_000));
    for (const { browser } of accounts) {
      const review = { sellerId: seller.id, listingId, rating };
      succeeded(await browser.rest('POST', '/api/seller-reviews', review));
    }
    return countRatings(scene, [seller.id]);
  };
  const attacker = 'review ring';
  const outcomes: Outcome[] = [];
  for (const [kind, who] of Object.entries(disguises)) {
    const [seller, ...accounts] = await signInMany(scene, (at) => who('praise', at));
    if (!seller) throw new Error('No account of the ring could sign in.');
    const tried = `${accounts.length} reviews of a seller by their other accounts with ${kind}`;
    outcomes.push({ attacker, tried, through: await rate(accounts, seller, 5), allowed: 0 });
  }
  const browser = await scene.target.signIn('rival@honest.example', '203.2.0.1');
  const rival = { browser, id: await ownId(browser) };
  const strangers = await signInMany(scene, (at) => [`s${at}@sink.example`, `203.3.${at}.1`]);
  const tried = `${strangers.length} bad reviews of a rival by new accounts with nothing in common`;
  outcomes.push({ attacker, tried, through: await rate(strangers, rival, 1), allowed: 3 });
  return outcomes;
};

/** Somebody whose account and mailbox were banned signs up again with other forms of the address. */
export const banEvader: Attacker = async ({ target }) => {
  const banned = await target.signIn('evader@evade.example', '203.0.117.1');
  const admin = await target.signIn('moderator@town.example', '198.20.0.1');
  await target.pool.query('update users set is_admin = true where email = $1', [
    'moderator@town.example',
  ]);
  const ban = { id: await ownId(banned), reason: 'Phishing', banMailbox: true };
  succeeded(await admin.mutate('admin.deactivate', ban));
  const forms = ['evader+1@evade.example', 'e.vader@evade.example', 'e.va.der+again@evade.example'];
  let through = 0;
  for (const [at, email] of forms.entries()) {
    const browser = await target.signIn(email, `203.0.118.${at}`).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('No sign-in')) return null;
      throw error;
    });
    if (browser && (await ownId(browser))) through += 1;
  }
  // Somebody else at the same provider can sign up.
  await target.signIn('neighbor@evade.example', '203.0.118.200');
  return [
    { attacker: 'ban evader', tried: `${forms.length} forms of one address`, through, allowed: 0 },
  ];
};

const idsOf = (accounts: Account[]) => accounts.map(({ id }) => id);

async function postChair({ browser }: Account, at: number): Promise<string> {
  const listing = { title: `Chair ${at}`, price: '5', location: 'Troy', category: 'furniture' };
  const { body } = succeeded(await browser.rest('POST', '/api/listings', listing));
  return String(body.id);
}

/** Returns how many reviews count toward the ratings of these people, as buyers or sellers. */
async function countRatings({ target }: Scene, ids: string[]): Promise<number> {
  const { rows } = await target.pool.query<{ count: number }>(
    `select count(*)::int from reviews where state = 'public'
     and seller_id = any($1::uuid[])`,
    [ids],
  );
  return rows[0]?.count ?? 0;
}
