import { useCurrentUser } from '../../auth/use-current-user.ts';
import { outboxOf } from '../live/use-outbox.ts';

/**
 * Writes to a conversation. A message shows at once and goes when those
 * before it have gone; one that was refused stays, marked, until it is tried again or discarded. A
 * retry carries the same id, so nothing is sent twice.
 */
export function useSend(conversationId: string) {
  const me = useCurrentUser()?.id ?? '';
  return {
    send: (content: string) => outboxOf(me).add(conversationId, content),
    retry: (clientId: string) => outboxOf(me).retry(clientId),
    discard: (clientId: string) => outboxOf(me).discard(clientId),
  };
}
