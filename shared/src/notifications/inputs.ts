import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { preferencesView } from './views.ts';

export const notificationsPerPage = 20;

/** Unread notifications are counted up to this number; a badge then shows '99+'. */
export const maxUnreadCounted = 100;

export const notificationsInput = pageInput(notificationsPerPage);

/** The notifications to mark as read; all of them without `ids`. */
export const markNotificationsReadInput = z.object({ ids: z.array(lookupId).max(100).optional() });

/** An omitted choice stays unchanged. */
export const preferencesInput = preferencesView.partial();

/** The token of an unsubscribe link. */
export const unsubscribeInput = z.object({ token: z.string().max(1000) });
