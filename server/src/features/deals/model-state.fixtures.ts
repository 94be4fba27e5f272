/* The state of the model of deals, and values derived from it. */

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
  /** The summary of the timeline that `storyOf` returns. */
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
  /** The sale, with the buyer's conversation, or null in it for a buyer outside the marketplace. */
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
