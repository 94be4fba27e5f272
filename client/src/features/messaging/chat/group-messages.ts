import { lookOf } from '../../deals/timeline/look-of.ts';
import { isSameDay } from '../../../ui/time/time-text.ts';
import type { ChatMessage } from './use-chat.ts';

/** Messages of one sender in quick succession, drawn as one block. Entries without a bubble are groups of one. */
export interface MessageGroup {
  messages: ChatMessage[];
  senderId: string;
  /** Set where a line with the day and time goes above: a new day, or after a long silence. */
  heading: { at: string; newDay: boolean } | null;
}

const groupGap = 5 * 60_000;
const silence = 60 * 60_000;

/** Groups messages, oldest first, by sender: split after 5 minutes, at headings and `first`. */
export function groupMessages(
  messages: readonly ChatMessage[],
  first?: ChatMessage,
): MessageGroup[] {
  const groups: MessageGroup[] = [];
  for (const message of messages) {
    const { createdAt, senderId } = message;
    const group = groups.at(-1);
    const last = group?.messages.at(-1);
    const previous = last?.createdAt;
    const gap = previous ? Date.parse(createdAt) - Date.parse(previous) : Infinity;
    const newDay = !previous || !isSameDay(previous, createdAt);
    const heading = newDay || gap >= silence ? { at: createdAt, newDay } : null;
    const isNew = heading || gap >= groupGap || message === first;
    const goesOn = !isNew && last && isBubble(last) && isBubble(message);
    if (goesOn && group?.senderId === senderId) group.messages.push(message);
    else groups.push({ messages: [message], senderId, heading });
  }
  return groups;
}

const isBubble = (message: ChatMessage) => ['bubble', 'photos'].includes(lookOf(message));

/** Whether somebody has sent it; the rest is said to both. */
export function isSent(message: ChatMessage): boolean {
  return isBubble(message) || lookOf(message) === 'card';
}

/**
 * The states to show under the user's own messages, by key: how far the newest got, and 'Read'
 * under the last one that was read. A failed message says so itself.
 */
export function messageStates(
  own: readonly ChatMessage[],
  { readSeq, deliveredSeq }: { readSeq: number; deliveredSeq: number },
): Map<string, string> {
  const states = new Map<string, string>();
  const sent = own.filter((message) => message.error === undefined && isSent(message));
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
