import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { localPathOr } from '@marketplace/shared/auth/next-path';
import { paths } from '../../config/paths.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';

/**
 * `/?signin=1&next=<path>` opens the sign-in dialog and leads on to `next` afterwards, at once for
 * somebody who is signed in already.
 */
export function useSignInFromAddress(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const user = useCurrentUser();
  const wanted = search.get('signin') === '1';
  const next = localPathOr(search.get('next'));
  const asked = useRef(false);

  useEffect(() => {
    if (!wanted) {
      asked.current = false;
      return;
    }
    if (user) {
      void navigate(next, { replace: true });
    } else if (user === null && !asked.current) {
      asked.current = true;
      openSignIn({ onClose: () => void navigate(paths.landing, { replace: true }) });
    }
  }, [wanted, next, user, navigate, openSignIn]);
}
