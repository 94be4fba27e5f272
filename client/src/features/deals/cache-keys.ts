import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** The key of one conversation's deal. */
export const dealKey = (conversationId: string) =>
  getQueryKey(trpc.deals.forConversation, { conversationId }, 'query');

/** Matches the deals of all conversations. */
export const dealsKey = () => getQueryKey(trpc.deals.forConversation, undefined, 'query');
