import { expect, it, test } from 'vitest';
import { groupMessages, messageStates } from './group-messages.ts';
import type { ChatMessage } from './use-chat.ts';

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

test('a step of a deal stands alone, and says its state only as a card', () => {
  const line = (local: string): ChatMessage => ({
    ...at('a', local),
    ...{ kind: 'line', data: { position: 1 } },
  });
  const messages = [at('a', '20T10:00:00'), line('20T10:00:10'), at('a', '20T10:00:20')];
  expect(shapeOf(messages).map(([, count]) => count)).toEqual([1, 1, 1]);
  const states = messageStates(messages.slice(0, 2), { readSeq: 0, deliveredSeq: 1 });
  expect([...states.keys()]).toEqual(['20T10:00:00']);
});

test('no messages, no groups', () => {
  expect(groupMessages([])).toEqual([]);
});

test('one sender in quick succession is one group, another sender starts the next', () => {
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

test('five minutes split a group, an hour puts the time above', () => {
  expect(shapeOf([at('a', '20T10:00:00'), at('a', '20T10:05:00'), at('a', '20T11:05:00')])).toEqual(
    [
      ['a', 1, 'day'],
      ['a', 1, null],
      ['a', 1, 'time'],
    ],
  );
});

test('midnight puts the day above', () => {
  expect(shapeOf([at('a', '19T23:59:00'), at('a', '20T00:01:00')])).toEqual([
    ['a', 1, 'day'],
    ['a', 1, 'day'],
  ]);
});

test('the first unread message begins a group', () => {
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
