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

type Who = (attack: number, at: number) => [email: string, ip: string];

/** The ways in which an attacker's accounts are linked. Attacks share no networks. */
const links: Record<string, Who> = {
  'one mailbox': (attack, at) => [`attacker${attack}+${at}@one.example`, `203.${attack}.${at}.1`],
  'one network': (attack, at) => [`a${attack}.${at}@many.example`, `203.${attack}.255.1`],
};
const unlinked: Who = (attack, at) => [`a${attack}.${at}@apart.example`, `204.${attack}.${at}.1`];

/**
 * Accounts report an honest seller's listing: many new ones, and members. Three members with nothing
 * in common are what it takes to hide a scam, so they can hide another listing, too, until a
 * moderator has dismissed their reports.
 */
export const reportBrigade: Attacker = async (scene) => {
  const kinds = { 'nothing in common': unlinked, ...links };
  const [seller] = await signInMany({ ...scene, size: 1 }, (at) => unlinked(10, at));
  if (!seller) throw new Error('The honest seller could not sign in.');
  const outcomes: Outcome[] = [];
  for (const standing of [0, 1]) {
    for (const [at, [kind, who]] of Object.entries(kinds).entries()) {
      const listingId = await postChair(seller, standing * 3 + at);
      const accounts = await signInMany(scene, (number) => who(11 + standing, number));
      await setStanding(scene.target, idsOf(accounts), standing);
      let reports = 0;
      for (const { browser } of accounts) {
        // A hidden listing cannot be reported.
        if (!(await isVisible(scene, listingId))) break;
        await report(browser, listingId);
        reports += 1;
      }
      outcomes.push({
        attacker: 'report brigade',
        tried: `${reports} reports of an honest listing by ${standing === 0 ? 'new accounts' : 'members'} with ${kind}`,
        through: (await isVisible(scene, listingId)) ? 0 : 1,
        allowed: standing === 1 && kind === 'nothing in common' ? 1 : 0,
      });
    }
  }
  return outcomes;
};

/**
 * Accounts of one person buy from each other with a hand-over code, and rate each other with five
 * stars. Accounts that share no mailbox, network or browser look like neighbors,
 * so their reviews are counted here, and all may get through.
 */
export const dealRing: Attacker = async (scene) => {
  const outcomes: Outcome[] = [];
  for (const [kind, who] of Object.entries({ ...links, 'nothing in common': unlinked })) {
    const accounts = await signInMany(scene, (at) => who(20, at));
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
  for (const [kind, who] of Object.entries(links)) {
    const [seller, ...accounts] = await signInMany(scene, (at) => who(30, at));
    if (!seller) throw new Error('No account of the ring could sign in.');
    const tried = `${accounts.length} reviews of a seller by their other accounts with ${kind}`;
    outcomes.push({ attacker, tried, through: await rate(accounts, seller, 5), allowed: 0 });
  }
  const [rival, ...strangers] = await signInMany({ ...scene, size: scene.size + 1 }, (at) =>
    unlinked(31, at),
  );
  if (!rival) throw new Error('The rival could not sign in.');
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
