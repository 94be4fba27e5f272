import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { handleUnauthorized } from '../../api/errors.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageSkeleton } from '../../ui/PageContainer.tsx';

/** The text of the sign-in dialog, and the callbacks after it. */
export interface SignInRequest {
  /** A line above the form, such as 'Sign in to see your messages.' */
  reason?: string;
  onSuccess?: () => void;
  onClose?: () => void;
}

const SignInContext = createContext<((request?: SignInRequest) => void) | null>(null);

const SignInDialog = lazyPart(async () => (await import('./SignInDialog.tsx')).SignInDialog);

/** Returns the function that opens the sign-in dialog: `openSignIn({ reason, onSuccess })`. */
export function useSignIn() {
  const openSignIn = use(SignInContext);
  if (!openSignIn) throw new Error('useSignIn is used outside its provider');
  return openSignIn;
}

/** Renders the only sign-in dialog. Its code loads when it first opens. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const [openings, setOpenings] = useState(0);
  const [opened, setOpened] = useState(false);
  const openSignIn = useCallback((next: SignInRequest = {}) => {
    setRequest(next);
    setOpenings((count) => count + 1);
    setOpened(true);
  }, []);
  return (
    <SignInContext value={openSignIn}>
      {children}
      {request && (
        <SignInDialog
          key={openings}
          opened={opened}
          reason={request.reason}
          onClose={() => {
            setOpened(false);
            request.onClose?.();
          }}
          onSuccess={() => {
            setOpened(false);
            request.onSuccess?.();
          }}
        />
      )}
    </SignInContext>
  );
}

/** Replaces a page that requires a user, and sends visitors to the sign-in. */
export function RequireUser({ user }: { user: CurrentUser | null | undefined }) {
  const { pathname } = useLocation();
  useEffect(() => {
    // A sign-out has left this page by now, and must not lead to the sign-in.
    if (user === null && window.location.pathname === pathname) handleUnauthorized();
  }, [user, pathname]);
  return <PageSkeleton />;
}
