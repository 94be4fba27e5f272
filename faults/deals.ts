import { randomUUID } from 'node:crypto';
import type { DealView } from '@marketplace/shared/deals/views';
import { errorCode } from '../client/src/api/errors.ts';
import type { Act } from './plan.ts';
import type { Postgres } from './postgres.ts';
import type { Tab } from './tab.ts';
import { until } from './until.ts';

/** The id of the message that acknowledged a step of a deal. */
export type Step = string;

type Api = Tab['api']['deals'];
type Answer = { message: { id: string } };

/** The error codes of a refusal by a rule. Any other error means that the server is down. */
const refusals = new Set(['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/** Calls `ask` until it succeeds or is refused. Returns undefined if it is refused. */
async function callUntilAnswered<Result>(
  ask: () => Promise<Result>,
  withinMs: number,
): Promise<Result | undefined> {
  let result: Result | undefined;
  await until(async () => {
    try {
      result = await ask();
    } catch (error) {
      if (!refusals.has(errorCode(error) ?? '')) throw error;
    }
    return null;
  }, withinMs);
  return result;
}

/** The parts of a person that deals need. */
interface Dealer {
  account: { id: string };
  tabs: Tab[];
  conversations: { id: string; listingId: string; isSeller: boolean }[];
  steps: Step[];
}

/** Takes one of the possible next steps in the deal of one of the person's conversations. */
export async function stepInDeal(
  person: Dealer,
  act: Extract<Act, { type: 'deal' }>,
  withinMs: number,
): Promise<void> {
  const conversation = person.conversations[act.in % person.conversations.length];
  const [tab] = person.tabs;
  if (!conversation || !tab) return;
  const { deals } = tab.api;
  const { id: conversationId } = conversation;
  const deal = await callUntilAnswered(
    () => deals.forConversation.query({ conversationId }),
    withinMs,
  );
  if (!deal) return;
  const steps = stepsOf(deal, deals, { me: person.account.id, ...conversation });
  const step = steps[act.step % steps.length];
  const answer = step && (await callUntilAnswered(step, withinMs));
  if (answer) person.steps.push(answer.message.id);
}

interface DealContext {
  me: string;
  id: string;
  listingId: string;
  isSeller: boolean;
}

/** Returns the steps that the person can take next. Only offers respond with a message. */
function stepsOf(
  deal: DealView,
  api: Api,
  { me, id: conversationId, listingId, isSeller }: DealContext,
): (() => Promise<Answer | undefined>)[] {
  const clientId = randomUUID();
  const silently = (ask: () => Promise<unknown>) => async () => void (await ask());
  const open = deal.offers.find(({ status }) => status === 'open');
  const { availability } = deal;
  const steps: (() => Promise<Answer | undefined>)[] = [];
  if (open?.madeBy === me) steps.push(() => api.withdrawOffer.mutate({ offerId: open.id }));
  if (open && open.madeBy !== me) {
    const { id: offerId } = open;
    steps.push(
      () => api.respondToOffer.mutate({ offerId, answer: 'accept' }),
      () => api.respondToOffer.mutate({ offerId, answer: 'decline' }),
      () => api.respondToOffer.mutate({ offerId, answer: 'counter', amount: '110' }),
    );
  }
  if (deal.canOffer) {
    steps.push(() => api.makeOffer.mutate({ conversationId, amount: '90', clientId }));
  }
  if (isSeller && availability === 'available') {
    steps.push(silently(() => api.reserve.mutate({ conversationId })));
  }
  if (deal.reservation) steps.push(silently(() => api.release.mutate({ listingId })));
  if (deal.reservation && isSeller) {
    steps.push(silently(() => api.markSold.mutate({ listingId, conversationId })));
  }
  if (deal.soldHere && isSeller) steps.push(silently(() => api.undoSold.mutate({ listingId })));
  if (!isSeller && availability === 'reserved' && !deal.reservation) {
    steps.push(silently(() => api.joinLine.mutate({ listingId })));
  }
  return steps;
}

/**
 * Returns contradictions in deals: an acknowledged step that is missing from the timeline; an offer
 * whose row and newest message disagree (unless a block closed the offer, which adds no message);
 * an open offer for a listing that is not available; a listing or an active reservation that
 * disagrees with its rows or messages.
 */
export async function findDealFaults(
  { rows }: Postgres,
  people: readonly Pick<Dealer, 'steps'>[],
): Promise<string[]> {
  const steps = people.flatMap((person) => person.steps);
  const known = await rows<{ id: string }>(`select id from messages where kind = 'offer'`);
  const ids = new Set(known.map(({ id }) => id));
  const wrong = await rows(
    `select 'offer' as what, o.id, o.status, latest.status as announced from offers o
      left join lateral (
        select m.data ->> 'status' as status from messages m
        where m.conversation_id = o.conversation_id and m.data ->> 'offerId' = o.id::text
        order by m.seq desc limit 1
      ) latest on true
      where latest.status is distinct from o.status and not (latest.status = 'open' and o.status = 'closed')
    union all
    select 'open offer', o.id, o.status, l.availability from offers o
      join listings l on l.id = o.listing_id
      where o.status = 'open' and l.availability <> 'available'
    union all
    select 'listing', l.id, l.availability, concat(r.status, ' ', s.id) from listings l
      left join reservations r on r.listing_id = l.id and r.status = 'active'
      left join sales s on s.listing_id = l.id and s.undone_at is null
      where l.availability <> case when s.id is not null then 'sold'
        when r.id is not null then 'reserved' else 'available' end
    union all
    select 'reservation', r.id, r.status, latest.status from reservations r
      join conversations c on c.id = r.conversation_id
      left join lateral (
        select m.data ->> 'status' as status from messages m
        where m.conversation_id = r.conversation_id and m.kind = 'reservation'
        order by m.seq desc limit 1
      ) latest on true
      where r.status = 'active'
        and coalesce(latest.status, '') not in ('reserved', 'confirmed', 'offered', 'ending')`,
  );
  return [
    ...steps.filter((id) => !ids.has(id)).map((id) => `the step ${id} of a deal is lost`),
    ...wrong.map((row) => `in a deal: ${JSON.stringify(row)}`),
  ];
}
