import type { DealView } from '@marketplace/shared/deals/views';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import type { Page } from '@marketplace/shared/pagination';
import { isDeepStrictEqual } from 'node:util';
import {
  conversationsKey,
  conversationsQuery,
  dealKey,
  historyKey,
  requestsKey,
  requestsQuery,
  unreadCountKey,
} from '../client/src/features/messaging/cache-keys.ts';
import {
  notificationsKey,
  unreadNotificationsKey,
} from '../client/src/features/notifications/notification-list.ts';
import { cached, type Tab } from './tab.ts';

type Fetch<Item> = (cursor: string | undefined) => Promise<Page<Item>>;

/**
 * Returns the differences between what a page shows and what a fresh load returns. A list that the
 * page has loaded in part must be the beginning of the fresh list.
 */
export async function compareWithServer(tab: Tab): Promise<string[]> {
  const { api, queryClient, account } = tab;
  const differences: string[] = [];
  const compare = async <Item extends object>(
    what: string,
    key: readonly unknown[],
    fetch: Fetch<Item>,
  ) => {
    const shown = cached<Item>(queryClient, key);
    const fresh = await fetchAtLeast(fetch, shown.items.length + 1);
    const expected = shown.isWhole ? fresh : fresh.slice(0, shown.items.length);
    const difference = firstDifference(comparableItems(shown.items), comparableItems(expected));
    if (difference) differences.push(`${account.name}: ${what}: ${difference}`);
  };
  await compare<ConversationView>('inbox', conversationsKey(), (cursor) =>
    api.messaging.conversations.query({ ...conversationsQuery, cursor }),
  );
  await compare<ConversationView>('requests', requestsKey(), (cursor) =>
    api.messaging.conversations.query({ ...requestsQuery, cursor }),
  );
  const histories = tab
    .conversations()
    .map(({ id: conversationId }) =>
      compare<MessageView>(`history ${conversationId}`, historyKey(conversationId), (cursor) =>
        api.messaging.history.query({ conversationId, cursor }),
      ),
    );
  await Promise.all(histories);
  for (const { id: conversationId } of tab.conversations()) {
    const fresh = await api.deals.forConversation.query({ conversationId });
    const shown = queryClient.getQueryData<DealView>(dealKey(conversationId));
    const difference = firstDifference([comparableDeal(shown)], [comparableDeal(fresh)]);
    if (difference) differences.push(`${account.name}: deal ${conversationId}: ${difference}`);
  }
  await compare<NotificationView>('notifications', notificationsKey(), (cursor) =>
    api.notifications.list.query({ cursor }),
  );
  const counts = [
    ['unread messages', unreadCountKey(), await api.messaging.unreadCount.query()],
    ['unread notifications', unreadNotificationsKey(), await api.notifications.unreadCount.query()],
  ] as const;
  for (const [what, key, fresh] of counts) {
    const shown = queryClient.getQueryData(key);
    if (isDeepStrictEqual(shown, fresh)) continue;
    differences.push(`${account.name}: ${what}: ${JSON.stringify({ shown, fresh })}`);
  }
  return differences;
}

async function fetchAtLeast<Item>(fetch: Fetch<Item>, count: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetch(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && items.length < count);
  return items;
}

/**
 * Leaves out what the feed does not contain: presence, delivered marks, the state of listings
 * (which has a subscription of its own), and conversations without a message, which their first
 * message announces.
 */
function comparableItems(items: object[]): object[] {
  return items.flatMap((item) => {
    if (!('otherParticipants' in item)) return [item];
    const { otherParticipants, otherDeliveredSeq: _, ...rest } = item as ConversationView;
    const { availability: _availability, version: _version, ...conversation } = rest;
    if (conversation.lastSeq === 0) return [];
    const people = otherParticipants.map(({ lastSeenAt: _, ...person }) => person);
    return [{ ...conversation, otherParticipants: people }];
  });
}

/**
 * Returns the part of a deal that changes by steps in its own conversation. Steps in other
 * conversations arrive with the listing.
 */
function comparableDeal(deal: DealView | undefined): object {
  const { offers, reservation, meetup, soldHere, handedOverAt } = deal ?? {};
  return { offers, reservation, meetup, soldHere, handedOverAt };
}

function firstDifference(shown: object[], fresh: object[]): string | null {
  const length = Math.max(shown.length, fresh.length);
  for (let n = 0; n < length; n++) {
    if (isDeepStrictEqual(shown[n], fresh[n])) continue;
    const [one, other] = [shown[n], fresh[n]].map((item) => JSON.stringify(item)?.slice(0, 900));
    return `entry ${n} of ${shown.length} (fresh: ${fresh.length})\n  shown: ${one}\n  fresh: ${other}`;
  }
  return null;
}
