import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { maxPhotos } from '@marketplace/shared/messaging/constants';
import { trpc } from '../../../api/trpc.ts';
import { useStore } from '../../../ui/store.ts';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
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
    isDropping: useDrop(add),
    add,
    /** Resolves to true if the photos were sent. */
    async send(): Promise<boolean> {
      const message = await draft.send({ client, me });
      if (message) addStoredMessage(queryClient, message);
      return message !== null;
    },
  };
}

/** Passes files dropped on the page to `onFiles`. Returns true while files are dragged over it. */
function useDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this, the browser would leave the page to open the file.
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      drop(files);
    };
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => end.abort();
  }, []);
  return isOver;
}
