import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Why the dialog opens, and what happens once the user is signed in. */
export interface SignInRequest {
  /** One line above the form, such as 'Sign in to message the seller.' */
  reason?: string;
  onSuccess?: () => void;
  onClose?: () => void;
}

const SignInContext = createContext<((request?: SignInRequest) => void) | null>(null);

const SignInDialog = lazyPart(async () => (await import('./SignInDialog.tsx')).SignInDialog);

/** Opens the dialog 'Sign in to {product}': `openSignIn({ reason, onSuccess })`. */
export function useSignIn() {
  const openSignIn = use(SignInContext);
  if (!openSignIn) throw new Error('useSignIn is used outside its provider');
  return openSignIn;
}

/** Holds the one sign-in dialog; its code is fetched when it first opens. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const [opened, setOpened] = useState(false);
  const openSignIn = useCallback((next: SignInRequest = {}) => {
    setRequest(next);
    setOpened(true);
  }, []);
  return (
    <SignInContext value={openSignIn}>
      {children}
      {request && (
        <SignInDialog
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
