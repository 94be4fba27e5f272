import { expect, test } from 'vitest';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import type { Pages } from '../../../api/pages.ts';
import { messageInConversations, withoutConversation } from './apply-event.ts';
import { conversationsOf, createModelServer, feedOf, send } from './in-memory-server.fixtures.ts';

test('the conversation with the later message is on top, whatever the order of the events', () => {
  const server = createModelServer({ desk: ['ann', 'ben'], bike: ['ann', 'cid'] });
  send(server, { to: 'desk', from: 'ben' });
  send(server, { to: 'bike', from: 'cid' });
  const loaded: Pages<ConversationView> = {
    pages: [{ items: conversationsOf(server, 'ann'), nextCursor: null }],
  };
  send(server, { to: 'desk', from: 'ben' });
  send(server, { to: 'bike', from: 'cid' });
  const swapped = feedOf(server, 'ann').slice(2).reverse();

  const shown = swapped.reduce((data, event) => {
    if (event.type !== 'message') return data;
    return messageInConversations(data, event) ?? data;
  }, loaded);
  expect(shown.pages[0]?.items).toEqual(conversationsOf(server, 'ann'));
});

test('of two messages with the same time, the conversation with the higher id is on top', () => {
  for (const order of [
    ['desk', 'bike'],
    ['bike', 'desk'],
  ]) {
    const server = createModelServer({ desk: ['ann', 'ben'], bike: ['ann', 'ben'] });
    for (const to of order) send(server, { to, from: 'ben' });
    const loaded: Pages<ConversationView> = {
      pages: [{ items: conversationsOf(server, 'ann'), nextCursor: null }],
    };
    const start = server.clock;
    for (const to of order) {
      server.clock = start;
      send(server, { to, from: 'ben' });
    }
    const shown = feedOf(server, 'ann')
      .slice(2)
      .reduce((data, event) => {
        if (event.type !== 'message') return data;
        return messageInConversations(data, event) ?? data;
      }, loaded);
    expect(shown.pages[0]?.items.map(({ id }) => id)).toEqual(['desk', 'bike']);
    expect(shown.pages[0]?.items).toEqual(conversationsOf(server, 'ann'));
  }
});

test('removes a conversation from the archive, on whichever page it was loaded', () => {
  const server = createModelServer({ desk: ['ann', 'ben'], bike: ['ann', 'cid'] });
  send(server, { to: 'desk', from: 'ben' });
  send(server, { to: 'bike', from: 'cid' });
  const [first, second] = conversationsOf(server, 'ann');
  if (!first || !second) throw new Error('two conversations');
  const archive = {
    pages: [
      { items: [first], nextCursor: '1', total: 2 },
      { items: [second], nextCursor: null },
    ],
  };
  expect(withoutConversation(archive, second.id).pages.map(({ items }) => items)).toEqual([
    [first],
    [],
  ]);
  expect(withoutConversation(archive, 'lamp')).toBe(archive);
});
