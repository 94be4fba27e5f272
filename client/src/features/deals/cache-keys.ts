import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** Of the deal of one conversation. */
export const dealKey = (conversationId: string) =>
  getQueryKey(trpc.deals.forConversation, { conversationId }, 'query');

/** Of all deals. */
export const dealsKey = () => getQueryKey(trpc.deals.forConversation, undefined, 'query');
