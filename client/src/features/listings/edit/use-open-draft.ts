import type { DraftContent, DraftView } from '@marketplace/shared/listings/drafts';
import { errorCode } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { uploadImage } from '../../uploads/upload-image.ts';
import { blank, differences, readDraft, readLink, replaceDraft } from './draft.ts';
import { readDraftPictures } from './draft-pictures.ts';
import { usePostListing } from './PostListingProvider.tsx';

/**
 * Returns a function that opens a draft in the dialog, with its `base` if the server has it. It first
 * saves what this browser has, and opens nothing if that fails. Resolves to true on success.
 */
export function useOpenDraft() {
  const user = useCurrentUser();
  const openDialog = usePostListing();
  const { client, drafts } = trpc.useUtils();

  const saveCurrent = async (owner: string) => {
    const { base, clientId } = readLink(owner);
    const empty = { ...blank, location: user?.town ?? '' };
    const pictures = await readDraftPictures(owner);
    const images = await Promise.all(
      pictures.flatMap(({ url, file }) => url ?? (file ? uploadImage(file) : [])),
    );
    const draft = { ...empty, ...readDraft(owner), images };
    if (differences(draft, base?.draft ?? empty).length === 0) return;
    const target = base && { id: base.id, version: base.version };
    await client.drafts.save.mutate({ ...target, clientId, draft }).catch((error: unknown) => {
      if (!['CONFLICT', 'NOT_FOUND'].includes(errorCode(error) ?? '')) throw error;
      // Another device has changed, published or deleted that draft, so this becomes one more.
      return client.drafts.save.mutate({ draft });
    });
  };

  return async (content: DraftContent, base?: DraftView): Promise<boolean> => {
    if (!user) return false;
    const isCurrent = base && readLink(user.id).base?.id === base.id;
    try {
      if (!isCurrent) {
        await saveCurrent(user.id);
        await replaceDraft(user.id, content, base);
        void drafts.invalidate();
      }
    } catch (error) {
      toastFailure(error, { message: "We couldn't save the listing you had begun. Try again." });
      return false;
    }
    openDialog();
    return true;
  };
}
