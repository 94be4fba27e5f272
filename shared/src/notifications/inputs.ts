import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { notificationsPerPage } from './constants.ts';

export const notificationsInput = pageInput(notificationsPerPage);

/** Which of one's own to mark as read; without `ids` all of them. */
export const markNotificationsReadInput = z.object({ ids: z.array(lookupId).max(100).optional() });

/** What is left out stays as it is. */
export const preferencesInput = z.object({
  messages: z.boolean().optional(),
  reviews: z.boolean().optional(),
});

/** The token of an unsubscribe link, as it stands in the address. */
export const unsubscribeInput = z.object({ token: z.string().max(1000) });
