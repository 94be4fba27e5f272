import { lineTurnHours, offerLastsHours } from '@marketplace/shared/deals/constants';
import {
  isClosed,
  isReadable,
  type ModelListing,
  type ModelOffer,
  type ModelPerson,
  type ModelReservation,
  type ModelTalk,
} from './model-state.fixtures.ts';

/*
 * A model of deals in plain memory, one act at a time. Times are in hours. Ids come from the real
 * system.
 */

const openOffersOf = ({ talks }: ModelListing) =>
  talks.flatMap((talk) =>
    talk.offers.filter(({ status }) => status === 'open').map((offer) => ({ talk, offer })),
  );

function post(talk: ModelTalk, entry: string): void {
  if (!isClosed(talk)) talk.story.push(entry);
}

function endOffer(talk: ModelTalk, offer: ModelOffer, status: string): void {
  offer.status = status;
  post(talk, `offer ${status}`);
}

function closeOffers(listing: ModelListing): void {
  for (const { talk, offer } of openOffersOf(listing)) endOffer(talk, offer, 'closed');
}

function leaveLine(talk: ModelTalk): void {
  const { listing } = talk;
  listing.line = listing.line.filter((other) => other !== talk);
}

function end(listing: ModelListing, entry: string): void {
  const { reservation } = listing;
  listing.reservation = null;
  if (reservation) post(reservation.talk, `reservation ${entry}`);
}

function endQuietly(talks: ModelTalk[]): void {
  for (const talk of talks) {
    const { listing } = talk;
    for (const offer of talk.offers) if (offer.status === 'open') offer.status = 'closed';
    leaveLine(talk);
    if (listing.reservation?.talk === talk) listing.reservation = null;
  }
}

const isOutside = (person: ModelPerson, talk: ModelTalk) =>
  ![talk.buyer, talk.listing.seller].includes(person);

/** Changes return 'ok' or the error code of a refusal. A refusal changes nothing. */
export class Model {
  now = 0;
  readonly people: ModelPerson[];
  readonly listings: ModelListing[];

  constructor(people: ModelPerson[], listings: ModelListing[]) {
    this.people = people;
    this.listings = listings;
  }

  allTalks(): ModelTalk[] {
    return this.listings.flatMap(({ talks }) => talks);
  }

  sweep(): void {
    for (const listing of this.listings) this.expireOverdue(listing);
  }

  offer(talk: ModelTalk, madeBy: ModelPerson, amount: string) {
    const expires = this.now + offerLastsHours;
    talk.offers.push({ id: '', madeBy, amount, status: 'open', expires });
    post(talk, 'offer open');
  }

  start(talk: ModelTalk, values: Partial<ModelReservation> & { hours: number }) {
    const { listing } = talk;
    const { hours, isTurn = false, amount = null } = values;
    closeOffers(listing);
    const isWarned = hours <= 24;
    listing.reservation = { talk, isTurn, until: this.now + hours, amount, isWarned };
    talk.wasReserved = true;
    if (!isTurn) leaveLine(talk);
  }

  moveOn(listing: ModelListing) {
    if (!isReadable(listing) || listing.reservation || listing.sale) return;
    const next = listing.line.find((talk) => !isClosed(talk));
    if (!next) return;
    this.start(next, { hours: lineTurnHours, isTurn: true });
    post(next, 'reservation offered');
  }

  expireOverdue(listing: ModelListing) {
    for (const { talk, offer } of openOffersOf(listing)) {
      if (offer.expires <= this.now) endOffer(talk, offer, 'lapsed');
    }
    const { reservation } = listing;
    if (reservation && reservation.until <= this.now) {
      if (reservation.isTurn) leaveLine(reservation.talk);
      end(listing, 'lapsed');
    } else if (reservation && !reservation.isTurn && !reservation.isWarned) {
      reservation.isWarned = reservation.until <= this.now + 24;
      if (reservation.isWarned) post(reservation.talk, 'reservation ending');
    }
    this.moveOn(listing);
  }

  /** Runs an act after ending what has expired. A refused act undoes both, as a rollback does. */
  act(listing: ModelListing, change: () => string): string {
    const { talks, reservation, line, sale } = listing;
    const before = {
      reservation: reservation && { ...reservation },
      line,
      sale,
      talks: talks.map((talk) => ({
        wasReserved: talk.wasReserved,
        story: [...talk.story],
        offers: talk.offers.map((offer) => ({ ...offer })),
      })),
    };
    this.expireOverdue(listing);
    const outcome = change();
    if (outcome !== 'ok') {
      const { talks: older, ...values } = before;
      Object.assign(listing, values);
      for (const [at, talk] of talks.entries()) Object.assign(talk, older[at]);
    }
    return outcome;
  }

  makeOffer(talk: ModelTalk, amount: string): string {
    return this.act(talk.listing, () => {
      const { listing, buyer } = talk;
      if (isClosed(talk)) return 'FORBIDDEN';
      const isTaken = listing.sale || listing.reservation || listing.isFirm;
      const hasOpen = talk.offers.some(({ status }) => status === 'open');
      if (!isReadable(listing) || isTaken || hasOpen) return 'CONFLICT';
      this.offer(talk, buyer, amount);
      return 'ok';
    });
  }

  answer(person: ModelPerson, talk: ModelTalk, given: { at: number; how: string }): string {
    return this.act(talk.listing, () => {
      const { listing } = talk;
      const offer = talk.offers[given.at] as ModelOffer;
      if (isOutside(person, talk)) return 'NOT_FOUND';
      if ((offer.madeBy === person) !== (given.how === 'withdraw')) return 'FORBIDDEN';
      if (offer.status !== 'open') return 'CONFLICT';
      if (isClosed(talk)) return 'FORBIDDEN';
      if (given.how === 'withdraw') endOffer(talk, offer, 'withdrawn');
      else if (given.how === 'decline') endOffer(talk, offer, 'declined');
      else if (!isReadable(listing) || listing.sale) return 'CONFLICT';
      else if (given.how === 'counter') {
        endOffer(talk, offer, 'countered');
        this.offer(talk, person, '77.00');
      } else {
        endOffer(talk, offer, 'accepted');
        this.start(talk, { hours: 72, amount: offer.amount });
        post(talk, 'reservation reserved');
      }
      return 'ok';
    });
  }

  reserve(person: ModelPerson, talk: ModelTalk, days: number): string {
    return this.act(talk.listing, () => {
      const { listing } = talk;
      const { reservation } = listing;
      if (isOutside(person, talk)) return 'NOT_FOUND';
      if (person !== listing.seller || isClosed(talk)) return 'FORBIDDEN';
      const isElsewhere = reservation && reservation.talk !== talk;
      if (!isReadable(listing) || listing.sale) return 'CONFLICT';
      if (isElsewhere && !reservation.isTurn) return 'CONFLICT';
      if (isElsewhere) end(listing, 'released');
      const amount = isElsewhere ? null : (reservation?.amount ?? null);
      this.start(talk, { hours: days * 24, amount });
      post(talk, 'reservation reserved');
      return 'ok';
    });
  }

  release(person: ModelPerson, listing: ModelListing): string {
    return this.act(listing, () => {
      const { reservation, talks, seller } = listing;
      const isTheirs = reservation?.talk.buyer === person;
      const wasTheirs = talks.some(({ buyer, wasReserved }) => buyer === person && wasReserved);
      if (person !== seller && !isTheirs && (reservation || !wasTheirs)) return 'FORBIDDEN';
      if (!reservation) return 'CONFLICT';
      if (reservation.isTurn) leaveLine(reservation.talk);
      end(listing, 'released');
      this.moveOn(listing);
      return 'ok';
    });
  }

  join(talk: ModelTalk): string {
    return this.act(talk.listing, () => {
      const { listing } = talk;
      const { reservation, line } = listing;
      if (isClosed(talk)) return 'FORBIDDEN';
      if (!isReadable(listing) || listing.sale || !reservation) return 'CONFLICT';
      if (reservation.talk === talk) {
        if (!reservation.isTurn) return 'CONFLICT';
        this.start(talk, { hours: 72 });
        post(talk, 'reservation confirmed');
      } else if (!line.includes(talk)) {
        listing.line = [...line, talk];
        post(talk, `line ${listing.line.length}`);
      }
      return 'ok';
    });
  }

  leave(person: ModelPerson, listing: ModelListing): string {
    return this.act(listing, () => {
      const own = listing.line.find(({ buyer }) => buyer === person);
      if (!own) return 'ok';
      leaveLine(own);
      if (listing.reservation?.talk === own) {
        end(listing, 'released');
        this.moveOn(listing);
      } else post(own, 'line null');
      return 'ok';
    });
  }

  sell(person: ModelPerson, listing: ModelListing, talk: ModelTalk | null): string {
    return this.act(listing, () => {
      if (person !== listing.seller || (talk && isClosed(talk))) return 'FORBIDDEN';
      if (!isReadable(listing) || listing.sale) return 'CONFLICT';
      const inLine = [listing.reservation?.talk, ...listing.line];
      const notified = new Set(openOffersOf(listing).map(({ talk }) => talk));
      closeOffers(listing);
      Object.assign(listing, { sale: { talk }, reservation: null, line: [] });
      for (const other of new Set(inLine)) {
        if (other && other !== talk && !notified.has(other)) post(other, 'system sold');
      }
      for (const entry of ['handover false', 'system review']) if (talk) post(talk, entry);
      return 'ok';
    });
  }

  undo(person: ModelPerson, listing: ModelListing): string {
    return this.act(listing, () => {
      if (person !== listing.seller) return 'FORBIDDEN';
      if (!listing.sale) return 'CONFLICT';
      if (listing.sale.talk) post(listing.sale.talk, 'system sale-undone');
      listing.sale = null;
      return 'ok';
    });
  }

  remove(listing: ModelListing): string {
    return this.act(listing, () => {
      const notified = [listing.reservation?.talk, ...listing.line];
      notified.push(...openOffersOf(listing).map(({ talk }) => talk));
      endQuietly(listing.talks);
      for (const talk of new Set(notified)) if (talk) post(talk, 'system removed');
      listing.isRemoved = true;
      return 'ok';
    });
  }

  flag(listing: ModelListing) {
    endQuietly(listing.talks);
    listing.isFlagged = true;
  }

  block(person: ModelPerson, other: ModelPerson) {
    endQuietly(
      this.allTalks()
        .filter((talk) => !isOutside(person, talk))
        .filter((talk) => !isOutside(other, talk)),
    );
    person.blocks.add(other);
  }

  departs(person: ModelPerson, how: 'isDeleted' | 'isDeactivated') {
    endQuietly(this.allTalks().filter((talk) => !isOutside(person, talk)));
    person[how] = true;
    if (how === 'isDeleted') person.blocks.clear();
    for (const listing of this.listings) {
      if (how === 'isDeleted' && listing.seller === person) listing.isRemoved = true;
    }
  }
}
