import { useQueryClient } from '@tanstack/react-query';
import { maxPhotos } from '@marketplace/shared/messaging/constants';
import { trpc } from '../../../api/trpc.ts';
import { useStore } from '../../../ui/store.ts';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { useDroppedFiles } from '../../uploads/use-incoming-files.ts';
import { addStoredMessage } from '../live/feed.ts';
import { photoDraftOf } from '../live/photo-draft.ts';

/** Returns the photos chosen for a message. They can also be dropped anywhere on the page. */
export function useComposerPhotos(conversationId: string) {
  const draft = photoDraftOf(conversationId);
  const { photos, sending } = useStore(draft.state);
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const me = useCurrentUser()?.id;
  const add = (files: File[]) => {
    const refusal = draft.add(files);
    if (refusal) toast({ title: "Some photos weren't added", message: refusal, kind: 'error' });
  };
  return {
    draft,
    count: photos.length,
    isFull: photos.length >= maxPhotos || sending !== 'no',
    isSending: sending !== 'no',
    isDropping: useDroppedFiles(add),
    add,
    /** Resolves to true if the photos were sent. */
    async send(): Promise<boolean> {
      const message = await draft.send({ client, me });
      if (message) addStoredMessage(queryClient, message);
      return message !== null;
    },
  };
}
