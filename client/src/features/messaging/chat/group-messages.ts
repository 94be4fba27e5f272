import { entryLook } from '../../deals/timeline/entry-look.ts';
import { isSameDay } from '../../../ui/time/time-text.ts';
import type { ChatMessage } from './use-history.ts';

/** Messages of one sender in quick succession. An entry without a bubble is a group of its own. */
export interface MessageGroup {
  messages: ChatMessage[];
  senderId: string;
  /** Set if a line with the time goes above: on a new day, or after an hour of silence. */
  heading: { at: string; newDay: boolean } | null;
}

const groupGap = 5 * 60_000;
const silence = 60 * 60_000;

/** Groups messages by sender, oldest first. Splits after 5 minutes, at headings and at `first`. */
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

const isBubble = (message: ChatMessage) => ['bubble', 'photos'].includes(entryLook(message));

/** Returns true for a message from one person to the other, false for a line that informs both. */
export function isSent(message: ChatMessage): boolean {
  return isBubble(message) || entryLook(message) === 'card';
}

/**
 * Returns the states to show under the user's messages, by message key: how far the newest one got,
 * and 'Read' under the last one that was read. A failed message shows its error instead.
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
