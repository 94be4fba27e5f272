import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** The input of the list of notifications; the screens and the live events address one cache entry. */
export const notificationsQuery = {};

export const notificationsKey = () =>
  getQueryKey(trpc.notifications.list, notificationsQuery, 'infinite');

export const unreadNotificationsKey = () =>
  getQueryKey(trpc.notifications.unreadCount, undefined, 'query');
