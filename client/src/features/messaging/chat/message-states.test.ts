import { expect, it } from 'vitest';
import { messageStates } from './message-states.ts';

const message = (
  key: string,
  seq: number | null,
  more: { error?: string; queued?: boolean } = {},
) => ({
  key,
  senderId: 'me',
  content: key,
  createdAt: '2026-11-20T10:00:00.000Z',
  seq,
  ...more,
});

const nothing = { readSeq: 0, deliveredSeq: 0 };
const shown = (...args: Parameters<typeof messageStates>) =>
  Object.fromEntries(messageStates(...args));

it('stands under the newest message, and Read also under the last one read', () => {
  const own = [message('a', 1), message('b', 3), message('c', 4)];
  expect(shown([], nothing)).toEqual({});
  expect(shown(own, nothing)).toEqual({ c: 'Sent' });
  expect(shown(own, { readSeq: 0, deliveredSeq: 3 })).toEqual({ c: 'Sent' });
  expect(shown(own, { readSeq: 3, deliveredSeq: 4 })).toEqual({ b: 'Read', c: 'Delivered' });
  expect(shown(own, { readSeq: 4, deliveredSeq: 0 })).toEqual({ c: 'Read' });
});

it('tells what is on its way from what waits and from what failed', () => {
  const own = [message('a', 1), message('b', null)];
  expect(shown(own, { readSeq: 1, deliveredSeq: 1 })).toEqual({ a: 'Read', b: 'Sending…' });
  expect(shown([message('a', null, { queued: true })], nothing)).toEqual({
    a: 'Waiting for connection…',
  });
  expect(shown([message('a', 1), message('b', null, { error: 'No.' })], nothing)).toEqual({
    a: 'Sent',
  });
});
