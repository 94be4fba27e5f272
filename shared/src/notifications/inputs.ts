import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';

/** Notifications fetched at once. */
export const notificationsPerPage = 20;

/** Unread notifications are counted up to here; a badge then says '99+'. */
export const maxUnreadCounted = 100;

export const notificationsInput = pageInput(notificationsPerPage);

/** Which notifications to mark as read; without `ids` all of them. */
export const markNotificationsReadInput = z.object({ ids: z.array(lookupId).max(100).optional() });

/** A choice that is left out stays as it is. */
export const preferencesInput = z.object({
  messages: z.boolean().optional(),
  reviews: z.boolean().optional(),
  deals: z.boolean().optional(),
  alerts: z.boolean().optional(),
});

/** The token of an unsubscribe link. */
export const unsubscribeInput = z.object({ token: z.string().max(1000) });
