import { expect, it, test } from 'vitest';
import { groupMessages, messageStates } from './group-messages.ts';
import type { ChatMessage } from './use-history.ts';

const at = (senderId: string, local: string): ChatMessage => ({
  ...{ key: local, clientId: local, content: 'Hello', seq: 1, kind: 'text', data: null },
  senderId,
  createdAt: new Date(`2026-11-${local}`).toISOString(),
});

const shapeOf = (messages: ReturnType<typeof at>[]) =>
  groupMessages(messages).map(({ senderId, messages, heading }) => [
    senderId,
    messages.length,
    heading && (heading.newDay ? 'day' : 'time'),
  ]);

test('a deal step shown as a line is a group of its own, without a delivery state', () => {
  const line = (local: string): ChatMessage => ({
    ...at('a', local),
    ...{ kind: 'line', data: { position: 1 } },
  });
  const messages = [at('a', '20T10:00:00'), line('20T10:00:10'), at('a', '20T10:00:20')];
  expect(shapeOf(messages).map(([, count]) => count)).toEqual([1, 1, 1]);
  const states = messageStates(messages.slice(0, 2), { readSeq: 0, deliveredSeq: 1 });
  expect([...states.keys()]).toEqual(['20T10:00:00']);
});

test('returns no groups for no messages', () => {
  expect(groupMessages([])).toEqual([]);
});

test('groups messages of one sender in quick succession, and starts a new group for another sender', () => {
  expect(
    shapeOf([
      at('a', '20T10:00:00'),
      at('a', '20T10:01:00'),
      at('b', '20T10:01:30'),
      at('a', '20T10:02:00'),
    ]),
  ).toEqual([
    ['a', 2, 'day'],
    ['b', 1, null],
    ['a', 1, null],
  ]);
});

test('splits a group after five minutes, and shows the time above after an hour', () => {
  expect(shapeOf([at('a', '20T10:00:00'), at('a', '20T10:05:00'), at('a', '20T11:05:00')])).toEqual(
    [
      ['a', 1, 'day'],
      ['a', 1, null],
      ['a', 1, 'time'],
    ],
  );
});

test('shows the day above the first message after midnight', () => {
  expect(shapeOf([at('a', '19T23:59:00'), at('a', '20T00:01:00')])).toEqual([
    ['a', 1, 'day'],
    ['a', 1, 'day'],
  ]);
});

test('the first unread message starts a group', () => {
  const messages = [at('a', '20T10:00:00'), at('a', '20T10:01:00'), at('a', '20T10:02:00')];
  expect(groupMessages(messages, messages[1]).map(({ messages }) => messages.length)).toEqual([
    1, 2,
  ]);
});

const message = (
  key: string,
  seq: number | null,
  more: { error?: string; queued?: boolean } = {},
): ChatMessage => ({
  ...{ kind: 'text', data: null },
  key,
  clientId: key,
  senderId: 'me',
  content: key,
  createdAt: '2026-11-20T10:00:00.000Z',
  seq,
  ...more,
});

const nothing = { readSeq: 0, deliveredSeq: 0 };
const shown = (...args: Parameters<typeof messageStates>) =>
  Object.fromEntries(messageStates(...args));

it('shows the state under the newest message, and "Read" under the last one that was read', () => {
  const own = [message('a', 1), message('b', 3), message('c', 4)];
  expect(shown([], nothing)).toEqual({});
  expect(shown(own, nothing)).toEqual({ c: 'Sent' });
  expect(shown(own, { readSeq: 0, deliveredSeq: 3 })).toEqual({ c: 'Sent' });
  expect(shown(own, { readSeq: 3, deliveredSeq: 4 })).toEqual({ b: 'Read', c: 'Delivered' });
  expect(shown(own, { readSeq: 4, deliveredSeq: 0 })).toEqual({ c: 'Read' });
});

it('distinguishes messages being sent, waiting for the connection, and failed', () => {
  const own = [message('a', 1), message('b', null)];
  expect(shown(own, { readSeq: 1, deliveredSeq: 1 })).toEqual({ a: 'Read', b: 'Sending…' });
  expect(shown([message('a', null, { queued: true })], nothing)).toEqual({
    a: 'Waiting for connection…',
  });
  expect(shown([message('a', 1), message('b', null, { error: 'No.' })], nothing)).toEqual({
    a: 'Sent',
  });
});
