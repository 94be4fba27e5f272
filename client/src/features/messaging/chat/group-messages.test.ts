import { expect, test } from 'vitest';
import { groupMessages } from './group-messages.ts';

const at = (senderId: string, local: string) => ({
  senderId,
  createdAt: new Date(`2026-11-${local}`).toISOString(),
});

const shapeOf = (messages: ReturnType<typeof at>[]) =>
  groupMessages(messages).map(({ senderId, messages, heading }) => [
    senderId,
    messages.length,
    heading && (heading.newDay ? 'day' : 'time'),
  ]);

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
