import { useNavigate } from 'react-router-dom';
import { signOutTexts } from '@marketplace/shared/outcomes/sign-in';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { toast } from '../../ui/toast.ts';
import { clearDraft } from '../listings/edit/draft.ts';
import { outboxOf } from '../messaging/live/send-queue.ts';

/** Signs out, of this device's trust too where asked, and forgets everything that was private. */
export function useSignOut() {
  const leave = useLeave();
  return trpc.auth.signOut.useMutation({
    meta: { endsSession: true },
    async onSuccess() {
      await leave();
      toast({ ...signOutTexts.done, kind: 'success' });
    },
    onError(error) {
      const { title, message } = signOutTexts.failed;
      toast({ title, message: errorMessage(error, message), kind: 'error' });
    },
  });
}

/** Goes to the landing page once the session is over; `watchUser` forgets what this tab has fetched. */
export function useLeave(): () => Promise<void> {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  return async () => {
    // Off the private pages first: they would report a lost session.
    await navigate(paths.landing);
    const me = utils.auth.me.getData()?.id;
    utils.auth.me.setData(undefined, null);
    void clearDraft();
    if (me) outboxOf(me).clear();
    await utils.auth.me.invalidate();
  };
}
