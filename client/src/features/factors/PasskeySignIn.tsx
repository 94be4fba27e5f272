import { Button } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import { IconKey } from '../../ui/icons/page-icons.tsx';
import { hasPasskeys, usePasskey } from './passkey.ts';

/** Signs in with a passkey of this site, without an email address. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const signIn = trpc.passkeys.signIn.useMutation({ meta: { showsUnauthorized: true } });
  const { isBusy, ask } = usePasskey(async (response) => {
    await signIn.mutateAsync({ response });
    await onSignedIn();
  });
  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
      disabled={isBusy}
      onClick={ask}
    >
      {isBusy ? 'Waiting for your passkey...' : 'Continue with a passkey'}
    </Button>
  );
}
