import { renewalDays } from '@marketplace/shared/listings/constants';

/** The times of a term in days, like the columns of a listing with these names. */
interface Term {
  created: number;
  expires: number;
  due: number;
  notices: number;
  renewed: number | null;
  ended: number | null;
  asked: number | null;
}

interface PriceSteps {
  percent: number;
  days: number;
  floor: number;
  at: number;
}

export interface ModelListing extends Term {
  id: string;
  conversationId: string;
  buyer: number;
  seller: number;
  title: string;
  price: number;
  steps: PriceSteps | null;
  state: 'available' | 'reserved' | 'sold';
  updated: number;
  confirmed: number | null;
  lastMessage: { at: number; fromBuyer: boolean } | null;
  /** The term before the last act that can be undone, and what it changed, until a day passes. */
  undo: { before: Term; after: Partial<Term> } | null;
  /** The emails about it, each kind with its number. */
  mails: { ending: number; ended: number; asked: number };
}

type Outcome = 'ok' | 'CONFLICT' | 'BAD_REQUEST';

const termDays = 60;
const isOver = (listing: ModelListing) => listing.state === 'sold' || listing.ended !== null;
const isOpen = (listing: ModelListing) => listing.state === 'available' && listing.ended === null;

/**
 * The life of listings in plain memory, one act at a time. `now` is in days. It grows a little with
 * each act, as the clock does between two acts.
 */
export class EndingModel {
  now = 0;
  readonly listings: ModelListing[] = [];
  /** When each seller last wrote to someone, by the seller's number. */
  readonly wrote = new Map<number, number>();

  add(listing: Pick<ModelListing, 'id' | 'conversationId' | 'buyer' | 'seller' | 'title'>): void {
    this.listings.push({
      ...listing,
      ...this.#newTerm(),
      price: 40,
      steps: null,
      state: 'available',
      updated: this.now,
      renewed: null,
      confirmed: null,
      lastMessage: null,
      undo: null,
      mails: { ending: 0, ended: 0, asked: 0 },
    });
  }

  renew(listing: ModelListing): Outcome {
    if (listing.state === 'sold') return 'CONFLICT';
    if (listing.renewed !== null && listing.renewed + renewalDays > this.now) return 'CONFLICT';
    return this.#changeTerm(listing, { ...this.#newTerm(), renewed: this.now });
  }

  end(listing: ModelListing): Outcome {
    if (isOver(listing)) return 'CONFLICT';
    if (listing.state === 'reserved') this.#writeAsSeller(listing);
    listing.state = 'available';
    return this.#changeTerm(listing, { ended: this.now, asked: null });
  }

  letEnd(listing: ModelListing): Outcome {
    if (isOver(listing)) return 'CONFLICT';
    return this.#changeTerm(listing, { notices: 2, due: listing.expires });
  }

  confirm(listing: ModelListing): Outcome {
    if (listing.ended !== null) return 'CONFLICT';
    Object.assign(listing, { asked: null, confirmed: this.now });
    return 'ok';
  }

  /** Restores the term before the act, if nothing that the act changed has changed again. */
  undo(listing: ModelListing): Outcome {
    const { undo } = listing;
    if (!undo) throw new Error('There is nothing to undo.');
    const isChanged = Object.entries(undo.after).some(
      ([column, value]) => listing[column as keyof Term] !== value,
    );
    if (isChanged) return 'CONFLICT';
    Object.assign(listing, undo.before);
    return 'ok';
  }

  sell(listing: ModelListing): Outcome {
    if (isOver(listing)) return 'CONFLICT';
    if (listing.state === 'reserved') this.#writeAsSeller(listing);
    listing.state = 'sold';
    return 'ok';
  }

  undoSale(listing: ModelListing): Outcome {
    if (listing.state !== 'sold') return 'CONFLICT';
    listing.state = 'available';
    return 'ok';
  }

  reserve(listing: ModelListing): Outcome {
    if (isOver(listing)) return 'CONFLICT';
    this.#writeAsSeller(listing);
    listing.state = 'reserved';
    return 'ok';
  }

  release(listing: ModelListing): Outcome {
    if (listing.state !== 'reserved') return 'CONFLICT';
    this.#writeAsSeller(listing);
    listing.state = 'available';
    return 'ok';
  }

  edit(listing: ModelListing): Outcome {
    listing.updated = this.now;
    return 'ok';
  }

  write(listing: ModelListing, from: 'buyer' | 'seller'): Outcome {
    if (from === 'seller') this.#writeAsSeller(listing);
    else listing.lastMessage = { at: this.now, fromBuyer: true };
    return 'ok';
  }

  setSteps(listing: ModelListing, steps: Omit<PriceSteps, 'at'>): Outcome {
    if (isOver(listing)) return 'CONFLICT';
    if (steps.floor >= listing.price) return 'BAD_REQUEST';
    listing.steps = { ...steps, at: this.now + steps.days };
    return 'ok';
  }

  /** Does what the jobs `sweepEnding`, `askSellers` and `lowerPrices` do. */
  sweep(): void {
    for (const listing of this.listings.filter(isOpen)) this.#announceEnd(listing);
    for (const listing of this.listings.filter(isOpen)) {
      if (listing.notices === 2 && listing.expires <= this.now) this.#endByItself(listing);
    }
    for (const listing of this.listings.filter(isOpen)) this.#askSeller(listing);
    for (const listing of this.listings.filter(isOpen)) this.#lowerPrice(listing);
  }

  #newTerm() {
    const expires = this.now + termDays;
    const term = { created: this.now, expires, due: expires - 7 };
    return { ...term, notices: 0, ended: null, asked: null };
  }

  #changeTerm(listing: ModelListing, after: Partial<Term>): Outcome {
    const { created, expires, due, notices, renewed, ended, asked } = listing;
    listing.undo = { before: { created, expires, due, notices, renewed, ended, asked }, after };
    Object.assign(listing, after);
    return 'ok';
  }

  #writeAsSeller(listing: ModelListing): void {
    listing.lastMessage = { at: this.now, fromBuyer: false };
    this.wrote.set(listing.seller, this.now);
  }

  /** A listing whose notices are late stays at least another day. */
  #announceEnd(listing: ModelListing): void {
    if (listing.notices === 2 || listing.due > this.now) return;
    const expires = Math.max(listing.expires, this.now + 1);
    const isLast = expires <= this.now + 1;
    const due = isLast ? expires : expires - 1;
    Object.assign(listing, { expires, due, notices: isLast ? 2 : 1 });
    listing.mails.ending += 1;
  }

  #endByItself(listing: ModelListing): void {
    listing.ended = this.now;
    listing.mails.ended += 1;
  }

  #askSeller(listing: ModelListing): void {
    const { asked, lastMessage, seller, confirmed } = listing;
    const wrote = this.wrote.get(seller) ?? -Infinity;
    if (asked === null) {
      const waits = lastMessage?.fromBuyer && lastMessage.at < this.now - 14;
      const isAnswered =
        wrote > this.now - 14 || (lastMessage?.at ?? 0) <= (confirmed ?? -Infinity);
      if (!waits || isAnswered) return;
      listing.asked = this.now;
      listing.mails.asked += 1;
    } else if (asked < this.now - 7) {
      if (listing.updated < asked && wrote <= asked) this.#endByItself(listing);
      else Object.assign(listing, { asked: null, confirmed: this.now });
    }
  }

  #lowerPrice(listing: ModelListing): void {
    const { steps, price } = listing;
    if (!steps || steps.at > this.now) return;
    const exact = (price * (100 - steps.percent)) / 100;
    const lowered = price < 20 ? Math.round(exact * 100) / 100 : Math.round(exact);
    const next = Math.max(steps.floor, Math.min(price, lowered));
    listing.price = Math.min(next, price);
    listing.steps = next > steps.floor ? { ...steps, at: this.now + steps.days } : null;
  }
}
