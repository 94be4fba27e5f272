import { isSameDay } from '../../../ui/time-text.ts';
import type { ChatMessage } from './use-chat.ts';

type Groupable = Pick<ChatMessage, 'senderId' | 'createdAt'>;

/** Messages of one sender in quick succession, drawn as one block. */
export interface MessageGroup<Message> {
  messages: Message[];
  senderId: string;
  /** Set where a line with the day and time goes above: a new day, or after a long silence. */
  heading: { at: string; newDay: boolean } | null;
}

const groupGap = 5 * 60_000;
const silence = 60 * 60_000;

/**
 * Groups a chat, oldest first: by sender, split after 5 minutes and before `first`; a heading by day
 * and after an hour.
 */
export function groupMessages<Message extends Groupable>(
  messages: readonly Message[],
  first?: Message,
): MessageGroup<Message>[] {
  const groups: MessageGroup<Message>[] = [];
  let previous: Message | undefined;
  for (const message of messages) {
    const gap = previous
      ? Date.parse(message.createdAt) - Date.parse(previous.createdAt)
      : Infinity;
    const newDay = !previous || !isSameDay(previous.createdAt, message.createdAt);
    const heading = newDay || gap >= silence ? { at: message.createdAt, newDay } : null;
    const current = groups.at(-1);
    const goesOn = !heading && gap < groupGap && message !== first;
    if (current && goesOn && current.senderId === message.senderId) {
      current.messages.push(message);
    } else {
      groups.push({ messages: [message], senderId: message.senderId, heading });
    }
    previous = message;
  }
  return groups;
}

/** How far messages got with the other person. */
interface Reached {
  readSeq: number;
  deliveredSeq: number;
}

/**
 * The states to show under the user's own messages, by key: how far the newest got, and 'Read'
 * under the last one that was read. A failed message says so itself.
 */
export function messageStates(
  own: readonly ChatMessage[],
  { readSeq, deliveredSeq }: Reached,
): Map<string, string> {
  const states = new Map<string, string>();
  const sent = own.filter((message) => message.error === undefined);
  const read = sent.findLast(({ seq }) => seq !== null && seq <= readSeq);
  const newest = sent.at(-1);
  if (newest) states.set(newest.key, stateOf(newest, deliveredSeq));
  if (read) states.set(read.key, 'Read');
  return states;
}

function stateOf({ seq, queued }: ChatMessage, deliveredSeq: number): string {
  if (seq === null) return queued ? 'Waiting for connection…' : 'Sending…';
  return seq <= deliveredSeq ? 'Delivered' : 'Sent';
}
