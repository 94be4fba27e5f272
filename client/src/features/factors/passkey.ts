import { useState } from 'react';
import type { PasskeyResponse } from '@marketplace/shared/factors/schemas';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** False in browsers without passkeys, and on pages that are not secure. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;

/** Shows why the browser gave no passkey, or why the server refused it. */
export function toastPasskeyFailure(error: unknown): void {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    toast({
      title: 'No passkey used',
      message: 'You can try again or pick another way.',
      kind: 'info',
    });
  } else if (name === 'InvalidStateError') {
    toast({ title: 'This device already has a passkey for your account', kind: 'info' });
  } else {
    toastFailure(error, { message: "We couldn't use your passkey. Please try again." });
  }
}

/** Asks the browser for a passkey of this site, and passes its answer to `send`. */
export function usePasskey(send: (passkey: PasskeyResponse) => Promise<unknown>) {
  const options = trpc.passkeys.signInOptions.useMutation();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const optionsJSON = await options.mutateAsync();
      const { startAuthentication } = await import('@simplewebauthn/browser');
      await send(await startAuthentication({ optionsJSON }));
    } catch (error) {
      toastPasskeyFailure(error);
    }
    setBusy(false);
  };
  return { isBusy, ask: () => void ask() };
}
