import { useQueryClient } from '@tanstack/react-query';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { refetchCounters } from './live/feed.ts';

/** Returns a function that archives or unarchives a conversation. Its toast offers to undo. */
export function useArchive() {
  const queryClient = useQueryClient();
  const { messaging } = trpc.useUtils();
  const { mutate } = trpc.messaging.archive.useMutation({
    onSuccess({ archived }, { upToSeq: _, ...input }) {
      refetchCounters(queryClient);
      void messaging.conversation.invalidate({ conversationId: input.conversationId });
      void messaging.search.invalidate();
      if (archived !== input.archived) {
        toast({ title: 'A new message just came in', message: 'It stays in your inbox.' });
        return;
      }
      toast({
        title: archived ? 'Conversation archived' : 'Moved to your inbox',
        kind: 'success',
        action: { label: 'Undo', run: () => mutate({ ...input, archived: !archived }) },
      });
    },
    onError: (error, { archived }) =>
      toastFailure(error, {
        message: `We couldn't ${archived ? 'archive' : 'move'} this conversation. Please try again.`,
      }),
  });
  return ({ id, archived, lastSeq }: ConversationView) =>
    mutate({ conversationId: id, archived: !archived, upToSeq: lastSeq });
}
