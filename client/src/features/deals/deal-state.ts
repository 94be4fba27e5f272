import type { DealView } from '@marketplace/shared/deals/views';
import { undoSaleHours } from '@marketplace/shared/deals/constants';
import { formatPrice } from '@marketplace/shared/money';
import { isolated } from '@marketplace/shared/direction';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { ordinal } from './timeline/step-text.ts';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import { shortMomentText, untilText } from './times.ts';
import type { DealAction } from './use-deal-actions.ts';

/** The dialog that a step opens. See dialogs/DealDialogs.tsx. */
export type DealDialog =
  | { name: 'offer' | 'reserve' | 'meetup' | 'show-code' | 'enter-code' | 'sold' }
  | { name: 'counter'; offer: { id: string; amount: string } }
  | { name: 'review'; rating?: number };

/** A step that the viewer can take: an action, performed at once, or a dialog. */
export type Step = { label: string } & (
  | { action: DealAction; id?: string }
  | { dialog: DealDialog }
);

/** The person who looks at the deal, and the current time. */
export interface Viewer {
  me: string;
  /** The other person's name. */
  name: string;
  isSeller: boolean;
  /** The current time in epoch ms. */
  now: number;
}

/** The state of the deal in one line, and the viewer's next step, if there is one. */
interface DealState {
  text: string;
  step?: Step;
  /** True while nothing is agreed on or waits for an answer. */
  isQuiet?: boolean;
}

export const openOfferOf = ({ offers }: DealView) => offers.find(({ status }) => status === 'open');

/** Returns the state for the bar. What needs an answer comes before what is agreed on. */
export function dealState(deal: DealView, viewer: Viewer): DealState {
  return (
    soldState(deal, viewer) ??
    turnState(deal, viewer) ??
    offerToAnswer(deal, viewer) ??
    meetupState(deal, viewer) ??
    reservedState(deal, viewer) ??
    ownOffer(deal, viewer) ??
    quietState(deal, viewer)
  );
}

function soldState({ availability, soldHere, soldAt, reviews }: DealView, viewer: Viewer) {
  if (!soldHere) return availability === 'sold' ? { text: 'Sold to someone else' } : undefined;
  const day = soldAt ? regionDayText(soldAt) : '';
  const text = viewer.isSeller ? `Sold ${day}` : `Sold to you, ${day}`;
  const step: Step = { label: 'Leave a review', dialog: { name: 'review' } };
  if (reviews.canWrite) return { text, step };
  const waits = reviews.mine && !reviews.theirs;
  return { text: waits ? `${text} · Waiting for ${viewer.name}'s review` : text };
}

function turnState({ reservation }: DealView, { isSeller, name, now }: Viewer) {
  if (!reservation?.fromLine) return undefined;
  const until = shortMomentText(reservation.until, now);
  if (isSeller) return { text: `${name}'s turn in line until ${until}` };
  const step: Step = { label: 'Confirm', action: 'confirmTurn' };
  return { text: `It's your turn until ${until}`, step };
}

function offerToAnswer(deal: DealView, { me, name, now }: Viewer): DealState | undefined {
  const offer = openOfferOf(deal);
  if (!offer || offer.madeBy === me) return undefined;
  const expiry = untilText(offer.expiresAt, now);
  return {
    text: `${name} offers ${formatPrice(offer.amount)}, expires ${expiry}`,
    step: { label: 'Accept', action: 'accept', id: offer.id },
  };
}

function meetupState({ meetup, kind }: DealView, viewer: Viewer): DealState | undefined {
  if (!meetup) return undefined;
  const { me, name, isSeller, now } = viewer;
  const when = shortMomentText(meetup.startsAt, now);
  if (meetup.status === 'accepted') {
    const text = `Meet ${when}, ${isolated(meetup.place)}`;
    // Wanted listings have no hand-over code. Otherwise the code is offered from the day itself.
    if (kind === 'wanted' || regionDay(meetup.startsAt) > regionDay(now)) return { text };
    return { text, step: codeStep(isSeller) };
  }
  if (meetup.proposedBy === me) return { text: `You suggested ${when}, ${isolated(meetup.place)}` };
  return {
    text: `${name} suggests ${when}, ${isolated(meetup.place)}`,
    step: { label: 'Accept', action: 'acceptMeetup', id: meetup.id },
  };
}

function codeStep(isSeller: boolean): Step {
  return isSeller
    ? { label: 'Enter code', dialog: { name: 'enter-code' } }
    : { label: 'Show code', dialog: { name: 'show-code' } };
}

const suggestMeetup: Step = { label: 'Suggest a meetup', dialog: { name: 'meetup' } };

function reservedState(deal: DealView, { isSeller, name, now }: Viewer): DealState | undefined {
  const { availability, reservation, line } = deal;
  if (reservation) {
    const until = shortMomentText(reservation.until, now);
    return { text: `Reserved for ${isSeller ? name : 'you'} until ${until}`, step: suggestMeetup };
  }
  if (availability !== 'reserved') return undefined;
  if (!isSeller && line.position !== null) {
    return { text: `You're ${ordinal(line.position)} in line. The seller decides.` };
  }
  const text = `Reserved for someone else${line.length > 0 ? ` · ${line.length} in line` : ''}`;
  return isSeller ? { text } : { text, step: { label: 'Join the line', action: 'joinLine' } };
}

function ownOffer(deal: DealView, { now }: Viewer): DealState | undefined {
  const offer = openOfferOf(deal);
  if (!offer) return undefined;
  const expiry = untilText(offer.expiresAt, now);
  return { text: `Your offer of ${formatPrice(offer.amount)} expires ${expiry}` };
}

function quietState({ availability, canOffer, kind }: DealView, { isSeller }: Viewer): DealState {
  if (kind === 'wanted') return { text: 'Wanted', isQuiet: true, step: suggestMeetup };
  const text = availability === 'expired' ? 'Expired' : 'Available';
  if (canOffer) {
    return { text, isQuiet: true, step: { label: 'Make an offer', dialog: { name: 'offer' } } };
  }
  if (availability !== 'available') return { text, isQuiet: true };
  const reserve: Step = { label: 'Reserve', dialog: { name: 'reserve' } };
  return { text, isQuiet: true, step: isSeller ? reserve : suggestMeetup };
}

/** Returns the no-show step once the meetup time has passed without a confirmed hand-over. */
export function noShowStep({ meetup, handedOverAt }: DealView, { name, now }: Viewer) {
  const isOver = meetup?.status === 'accepted' && Date.parse(meetup.startsAt) < now;
  if (!isOver || handedOverAt !== null) return false;
  return { label: `${name} didn't show up`, action: 'no-show', id: meetup.id } satisfies Step;
}

/** Returns everything the viewer can do about the deal now, in the order of the menu. */
export function dealSteps(deal: DealView, viewer: Viewer): Step[] {
  const { isSeller, name, now } = viewer;
  const { availability, reservation, meetup, line, soldHere, soldAt, reviews } = deal;
  const steps: (Step | false)[] = [];
  const code = { ...codeStep(isSeller), label: isSeller ? 'Enter code…' : 'Show code…' };
  if (soldHere || availability === 'sold') {
    const canUndo = soldAt !== null && now - Date.parse(soldAt) < undoSaleHours * 3_600_000;
    steps.push(
      reviews.canWrite && { label: 'Leave a review…', dialog: { name: 'review' } },
      soldHere && deal.handedOverAt === null && code,
      isSeller && soldHere && canUndo && { label: 'Undo “Sold”', action: 'undoSold' },
    );
    return steps.filter((step) => step !== false);
  }
  const isForSale = deal.kind === 'offer';
  const isTaken = availability === 'reserved' && !reservation;
  const isAgreed = (reservation !== null && !reservation.fromLine) || meetup?.status === 'accepted';
  steps.push(
    deal.canOffer && { label: 'Make an offer…', dialog: { name: 'offer' } },
    isSeller &&
      isForSale &&
      !reservation && { label: `Reserve for ${name}…`, dialog: { name: 'reserve' } },
    (isSeller || !isTaken) && {
      label: meetup ? 'Suggest another meetup…' : 'Suggest a meetup…',
      dialog: { name: 'meetup' },
    },
    isAgreed && isForSale && code,
    isSeller && isForSale && { label: 'Mark as sold…', dialog: { name: 'sold' } },
    !isSeller &&
      isTaken &&
      line.position === null && { label: 'Join the line', action: 'joinLine' },
    !isSeller && line.position !== null && { label: 'Leave the line', action: 'leaveLine' },
    noShowStep(deal, viewer),
    reservation !== null && { label: 'Release', action: 'release' },
  );
  return steps.filter((step) => step !== false);
}
