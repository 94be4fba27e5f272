import { isSameDay } from '../../../ui/time-text.ts';

/** As much of a message as its place in the chat depends on. */
export interface Groupable {
  senderId: string;
  createdAt: string;
}

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
