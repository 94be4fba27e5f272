import { expect, test } from 'vitest';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import type { Pages } from '../../../api/pages.ts';
import { messageInConversations } from './apply-event.ts';
import { conversationsOf, createModelServer, feedOf, send } from './in-memory-server.fixtures.ts';

test('of two messages that committed in another order than their times the later time is on top', () => {
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
