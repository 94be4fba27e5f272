import type { Visitor } from '../attacks/visitor.ts';
import { phishing } from './disguises.ts';
import { type Attacker, type Outcome, signInMany, succeeded } from './scene.ts';
import { ownId, type Person, resultOf, send, setStanding } from './town.ts';

/** Messages the seller of a listing. Returns what the seller sees, or null for a refusal. */
async function messageSeller(by: Visitor, seller: Person, content: string) {
  const opened = await by.mutate('messaging.openConversation', { listingId: seller.listingId });
  const conversationId = resultOf<{ id: string }>(succeeded(opened))?.id ?? '';
  const sent = await send(by, conversationId, content);
  if (sent.status === 400) return null;
  succeeded(sent);
  const read = (query: string, input: object) => seller.browser.query(`messaging.${query}`, input);
  const list = resultOf<{ items: { id: string; isRequest: boolean }[] }>(
    succeeded(await read('conversations', {})),
  );
  const history = resultOf<{ items: { content: string; warning: string | null }[] }>(
    succeeded(await read('history', { conversationId })),
  );
  const message = history?.items.find((one) => one.content === content);
  if (!message) throw new Error(`The seller does not have this message: ${content}`);
  return {
    isRequest: list?.items.some(({ id, isRequest }) => id === conversationId && isRequest) ?? false,
    warning: message.warning,
  };
}

/**
 * Phishing in ten disguises, by accounts of each standing: new ones, and older ones that somebody
 * has taken over.
 */
export const phisher: Attacker = async ({ target, town }) => {
  const outcomes: Outcome[] = [];
  for (const [standing, kind] of ['new', 'member', 'regular'].entries()) {
    const unwarned: string[] = [];
    let refused = 0;
    const disguises = Object.entries(phishing);
    for (const [at, [disguise, text]] of disguises.entries()) {
      const [email, ip] = [`${kind}.${at}@phish.example`, `198.19.${at}.${standing}`];
      const browser = await target.signIn(email, ip);
      await setStanding(target, [await ownId(browser)], standing);
      const seen = await messageSeller(browser, town[at % town.length]!, text);
      if (!seen) refused += 1;
      else if (!seen.warning) unwarned.push(disguise);
    }
    outcomes.push({
      attacker: 'phisher',
      tried:
        `${disguises.length} disguises of phishing by ${kind} accounts ` +
        `(refused: ${refused}; without a warning: ${unwarned.join(', ') || 'none'})`,
      through: unwarned.length,
      allowed: 1,
    });
  }
  return outcomes;
};

/** One person with many accounts sends everyone the same friendly text with a link. */
export const accountFarm: Attacker = async (scene) => {
  const accounts = await signInMany(scene, (at) => [`f.a.r.m+${at}@farm.example`, '203.0.113.9']);
  const text =
    'Hi neighbor! I buy things just like this one all the time, please see ' +
    'https://buyers.example for what I pay.';
  const sellers = scene.town.slice(0, 15);
  let inInbox = 0;
  let reached = 0;
  let mostReached = 0;
  for (const { browser } of accounts) {
    let people = 0;
    for (const seller of sellers) {
      const seen = await messageSeller(browser, seller, text);
      if (seen) people += 1;
      if (seen && !seen.isRequest) inInbox += 1;
    }
    reached += people;
    mostReached = Math.max(mostReached, people);
  }
  const attacker = 'account farm';
  const tried = `${accounts.length * sellers.length} messages with one text from ${accounts.length} accounts`;
  return [
    { attacker, tried: `${tried} (quiet requests: ${reached})`, through: inInbox, allowed: 0 },
    {
      attacker,
      tried: `one text to ${sellers.length} people from one account`,
      through: mostReached,
      allowed: 9,
    },
  ];
};
