/*
 * A model of messaging in plain memory, one act at a time. Ids and times come from the real system.
 */

export interface ModelPerson {
  id: string;
  name: string;
  isNew: boolean;
  isDeleted: boolean;
  /** How many events the person's feed has. */
  events: number;
  isMailDue: boolean;
}

export interface ModelListing {
  id: string;
  seller: ModelPerson;
  title: string;
  isDeleted: boolean;
}

export interface ModelMessage {
  clientId: string;
  sender: ModelPerson;
  content: string;
}

export interface ModelTalk {
  id: string;
  listing: ModelListing;
  buyer: ModelPerson;
  seller: ModelPerson;
  messages: ModelMessage[];
  /** The sequence number that each person has read up to. */
  read: Map<ModelPerson, number>;
  archivedBy: Set<ModelPerson>;
  /** The person for whom the conversation is a request. */
  requestFor: ModelPerson | null;
  /** The listing's title when the conversation was opened. */
  title: string;
  /** The time of the newest message, or of the opening if there is none. */
  at: string;
}

export type Model = ReturnType<typeof createModel>;

const otherOf = (talk: ModelTalk, person: ModelPerson) =>
  talk.buyer === person ? talk.seller : talk.buyer;
const readBy = (talk: ModelTalk, person: ModelPerson) => talk.read.get(person) ?? 0;
const unreadIn = (talk: ModelTalk, person: ModelPerson) =>
  talk.messages.slice(readBy(talk, person)).filter(({ sender }) => sender !== person).length;

/** Changes return 'ok' or the error code of a refusal. A refusal changes nothing. */
export function createModel(people: ModelPerson[], listings: ModelListing[]) {
  const talks: ModelTalk[] = [];
  const blocks = new Map(people.map((person) => [person, new Set<ModelPerson>()]));

  const blocksOther = (one: ModelPerson, other: ModelPerson) =>
    blocks.get(one)?.has(other) === true;
  const isBlocked = (one: ModelPerson, other: ModelPerson) =>
    blocksOther(one, other) || blocksOther(other, one);
  const talksOf = (person: ModelPerson) =>
    talks.filter(({ buyer, seller }) => buyer === person || seller === person);
  const listedOf = (person: ModelPerson, isArchived = false) =>
    talksOf(person)
      .filter((talk) => !blocksOther(person, otherOf(talk, person)))
      .filter((talk) => talk.archivedBy.has(person) === isArchived)
      .toSorted((one, other) => compare(other.at, one.at) || compare(other.id, one.id));
  const unreadOf = (person: ModelPerson) =>
    listedOf(person).reduce((sum, talk) => sum + unreadIn(talk, person), 0);
  const setBlock = (person: ModelPerson, other: ModelPerson, isOn: boolean) => {
    if (blocksOther(person, other) !== isOn) {
      person.events += talksOf(person).filter((talk) => otherOf(talk, person) === other).length;
    }
    if (isOn) blocks.get(person)?.add(other);
    else blocks.get(person)?.delete(other);
    return 'ok';
  };

  const read = (person: ModelPerson, talk: ModelTalk, upToSeq: number) => {
    const upTo = Math.min(upToSeq, talk.messages.length);
    if (upTo <= readBy(talk, person)) return;
    talk.read.set(person, upTo);
    for (const one of [talk.buyer, talk.seller]) {
      one.events++;
      if (unreadOf(one) === 0) one.isMailDue = false;
    }
  };

  return {
    people,
    listings,
    talks,
    talksOf,
    listedOf,
    otherOf,
    readBy,
    unreadIn,
    unreadOf,

    titleOf: (talk: ModelTalk) => (talk.listing.isDeleted ? talk.title : talk.listing.title),

    /** Returns 'ok' for a new conversation, 'known' for an existing one, or an error code. */
    opening(person: ModelPerson, listing: ModelListing): string {
      const { seller } = listing;
      if (seller === person) return 'BAD_REQUEST';
      const isKnown = talks.some((talk) => talk.listing === listing && talk.buyer === person);
      if (isKnown) return 'known';
      if (listing.isDeleted || seller.isDeleted) return 'NOT_FOUND';
      return isBlocked(person, seller) ? 'FORBIDDEN' : 'ok';
    },

    sending(person: ModelPerson, talk: ModelTalk): string {
      const other = otherOf(talk, person);
      return other.isDeleted || isBlocked(person, other) ? 'FORBIDDEN' : 'ok';
    },

    sent(talk: ModelTalk, message: ModelMessage, at: string) {
      const receiver = otherOf(talk, message.sender);
      changeRequest(talk, message.sender, talksOf(receiver));
      talk.messages.push(message);
      talk.at = at;
      talk.archivedBy.clear();
      for (const one of [message.sender, receiver]) one.events++;
      receiver.isMailDue = true;
    },

    read,

    /** `upToSeq` is the last message the person has seen. Returns the new archived state. */
    setArchived(person: ModelPerson, talk: ModelTalk, change: { to: boolean; upToSeq: number }) {
      const { archivedBy, messages } = talk;
      const isUnseen = change.to && change.upToSeq < messages.length;
      if (archivedBy.has(person) === change.to || isUnseen) return archivedBy.has(person);
      if (change.to) read(person, talk, messages.length);
      archivedBy[change.to ? 'add' : 'delete'](person);
      person.events++;
      return change.to;
    },

    block: (person: ModelPerson, other: ModelPerson) =>
      other.isDeleted ? 'NOT_FOUND' : setBlock(person, other, true),
    unblock: (person: ModelPerson, other: ModelPerson) => setBlock(person, other, false),
  };
}

/** Makes a talk a request if a new person writes first, and ends a request by an answer. */
function changeRequest(talk: ModelTalk, sender: ModelPerson, ofReceiver: ModelTalk[]): void {
  const haveTalked = ofReceiver
    .filter(({ buyer, seller }) => buyer === sender || seller === sender)
    .some(({ messages }) => new Set(messages.map((message) => message.sender)).size === 2);
  const isFirst = talk.messages.length === 0;
  if (sender.isNew && isFirst && !haveTalked) talk.requestFor = otherOf(talk, sender);
  if (talk.requestFor === sender) talk.requestFor = null;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
