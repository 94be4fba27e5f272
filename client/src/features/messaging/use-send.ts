import { useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors.ts';
import { newId } from '../../api/new-id.ts';
import { trpc } from '../../api/trpc.ts';
import { addStoredMessage } from './feed-cache.ts';
import { outbox } from './outbox.ts';

/**
 * Sends messages to a conversation, one at a time (specification section 5). Each shows at once and
 * stays, marked, when it could not be sent; a retry carries the same id, so nothing is sent twice.
 */
export function useSend(conversationId: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = trpc.messaging.send.useMutation({
    // Offline it fails at once, and is not held back unseen until some later time.
    networkMode: 'always',
    onSuccess: (message) => addStoredMessage(queryClient, message),
    onError: (error, { clientId }) =>
      outbox.fail(clientId, errorMessage(error, 'Failed to send message. Please try again.')),
  });
  return {
    isPending,
    send(content: string) {
      const clientId = newId();
      outbox.add({ clientId, conversationId, content, createdAt: new Date().toISOString() });
      mutate({ conversationId, clientId, content });
    },
    retry(clientId: string) {
      const item = outbox.items().find((item) => item.clientId === clientId);
      if (!item || isPending) return;
      outbox.retry(clientId);
      mutate({ conversationId, clientId, content: item.content });
    },
    discard: (clientId: string) => outbox.remove(clientId),
  };
}
