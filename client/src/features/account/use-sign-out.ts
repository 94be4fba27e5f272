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

/** Signs out, of this device's trust too where asked, and forgets everything that was private. */
export function useSignOut() {
  return trpc.auth.signOut.useMutation({
    ...useSessionEnd(signOutTexts.done),
    onError: (error) => toastFailure(error, signOutTexts.failed),
  });
}

/**
 * Options of a mutation that ends the session: it goes to the landing page and says so with `done`;
 * `watchUser` forgets what this tab has fetched.
 */
export function useSessionEnd(done: { title: string; message: string }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  return {
    meta: { endsSession: true },
    async onSuccess() {
      // Off the private pages first: they would report a lost session.
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
