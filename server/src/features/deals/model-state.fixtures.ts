/* What the model of deals knows, and what follows from it. */

export interface ModelPerson {
  id: string;
  name: string;
  email: string;
  isDeactivated: boolean;
  isDeleted: boolean;
  blocks: Set<ModelPerson>;
}

export interface ModelOffer {
  id: string;
  madeBy: ModelPerson;
  amount: string;
  status: string;
  expires: number;
}

export interface ModelTalk {
  id: string;
  listing: ModelListing;
  buyer: ModelPerson;
  offers: ModelOffer[];
  /** What its timeline says. */
  story: string[];
  wasReserved: boolean;
}

export interface ModelReservation {
  talk: ModelTalk;
  isTurn: boolean;
  until: number;
  amount: string | null;
  isWarned: boolean;
}

export interface ModelListing {
  id: string;
  seller: ModelPerson;
  isRemoved: boolean;
  isFlagged: boolean;
  isFirm: boolean;
  talks: ModelTalk[];
  reservation: ModelReservation | null;
  line: ModelTalk[];
  /** To whom; null in it for somebody who is not here. */
  sale: { talk: ModelTalk | null } | null;
}

const hasLeft = ({ isDeleted, isDeactivated }: ModelPerson) => isDeleted || isDeactivated;

export const isReadable = ({ isRemoved, isFlagged, seller }: ModelListing) =>
  !isRemoved && !isFlagged && !hasLeft(seller);

export const areBlocked = (one: ModelPerson, other: ModelPerson) =>
  one.blocks.has(other) || other.blocks.has(one);

export const isClosed = ({ buyer, listing: { seller } }: ModelTalk) =>
  areBlocked(buyer, seller) || hasLeft(buyer) || hasLeft(seller);

export const storedAvailability = ({ sale, reservation }: ModelListing) =>
  sale ? 'sold' : reservation ? 'reserved' : 'available';
