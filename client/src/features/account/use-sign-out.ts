import { useNavigate } from 'react-router-dom';
import { signOutTexts } from '@marketplace/shared/outcomes/sign-in';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { toast } from '../../ui/toast.ts';
import { clearDraft } from '../listings/edit/draft.ts';
import { clearRecentSearches } from '../listings/search/recent-searches.ts';
import { clearPhotoDrafts } from '../messaging/live/photo-draft.ts';
import { outboxOf } from '../messaging/live/send-queue.ts';

/** Signs out, optionally forgets the trusted device, and clears private data in the browser. */
export function useSignOut() {
  return trpc.auth.signOut.useMutation({
    ...useSessionEnd(signOutTexts.done),
    onError: (error) => toastFailure(error, signOutTexts.failed),
  });
}

/**
 * Returns the options of a mutation that ends the session: go to the landing page and confirm with
 * `done`. `watchUser` clears what this tab has fetched.
 */
export function useSessionEnd(done: { title: string; message: string }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  return {
    meta: { endsSession: true },
    async onSuccess() {
      // Leave the private page first, or it would report a lost session.
      await navigate(paths.landing);
      const me = utils.auth.me.getData()?.id;
      utils.auth.me.setData(undefined, null);
      void clearDraft();
      clearRecentSearches();
      if (me) outboxOf(me).clear();
      clearPhotoDrafts();
      await utils.auth.me.invalidate();
      toast({ ...done, kind: 'success' });
    },
  };
}
