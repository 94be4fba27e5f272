import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../app/paths.ts';
import { toast } from '../../ui/toast.ts';
import { clearDraft } from '../listings/draft.ts';

/** Signs out, of this device's trust too where asked, and forgets everything that was private. */
export function useSignOut() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return trpc.auth.signOut.useMutation({
    async onSuccess() {
      // Off the private pages first: they would report a lost session.
      await navigate(paths.landing);
      utils.auth.me.setData(undefined, null);
      queryClient.removeQueries({ type: 'inactive' });
      forgetDrafts();
      await utils.auth.me.invalidate();
      toast({
        title: 'Signed out',
        message: 'You have been successfully signed out.',
        kind: 'success',
      });
    },
    onError(error) {
      toast({
        title: 'Error',
        message: errorMessage(error, 'Failed to sign out. Please try again.'),
        kind: 'error',
      });
    },
  });
}

/** What was typed and not sent belongs to whoever typed it. */
function forgetDrafts(): void {
  try {
    sessionStorage.clear();
    clearDraft();
  } catch {
    // A browser that forbids storage kept nothing.
  }
}
