import type { ChatMessage } from './use-history.ts';

/** How far messages got with the other person. */
export interface Reached {
  readSeq: number;
  deliveredSeq: number;
}

/**
 * What stands under which of one's own messages, by their keys: how far the newest got, and 'Read'
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
