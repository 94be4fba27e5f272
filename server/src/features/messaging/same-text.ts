import { createHash } from 'node:crypto';
import { fold } from '../screening/fold.ts';

/** To how many people a low-standing account may send one text a day without a report. */
export const unseenPeople = 2;
/** The tenth person does not get it. */
export const mostPeople = 9;

/** A shorter text, in letters, is a usual question, such as the suggestions of the contact dialog. */
const shortestText = 60;

/**
 * Returns a hash of a text without regard to case, accents, look-alike letters, digits and
 * punctuation, as a signed 64-bit integer. Null for a short text, and for an author whom this limit does not concern.
 */
export function hashOf(text: string, standing = 0): string | null {
  if (standing >= 2) return null;
  // Folding would make letters of digits and some symbols, such as "a" of "4".
  const letters = fold(text.replaceAll(/[\p{N}\p{P}$|]/gu, '')).text.replaceAll(/\P{L}/gu, '');
  if (letters.length < shortestText) return null;
  return String(createHash('sha256').update(letters).digest().readBigInt64BE());
}

/**
 * An SQL query: how many people other than the receiver got the first message `k` within a day.
 * Messages that are stored at the same moment do not count each other.
 */
export const peopleAlike = `
  select count(distinct p.other_id)::integer
  from messages m
  join conversation_participants p
    on p.conversation_id = m.conversation_id and p.user_id = m.sender_id
  where m.sender_id = k.sender_id and m.text_hash = k.hash
    and m.created_at > now() - interval '1 day' and p.other_id <> k.receiver_id`;
