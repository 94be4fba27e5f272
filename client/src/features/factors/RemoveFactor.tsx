import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useFocusHeading } from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { useConfirmation } from './Confirmation.tsx';
import { useFactorsChanged } from './use-factors.ts';

interface Props {
  /** The name of the factor. */
  what: string;
  /** True if the user has no other factor. */
  isLast: boolean;
  remove: () => Promise<unknown>;
  children: ReactNode;
}

/** Removes a factor, after a dialog that says what follows from removing the last one. */
export function RemoveFactor({ what, isLast, remove, children }: Props) {
  const [opened, setOpened] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isAdmin = trpc.auth.me.useQuery().data?.isAdmin;
  const confirmThen = useConfirmation();
  const onChanged = useFactorsChanged();
  const focusHeading = useFocusHeading();
  const run = async () => {
    setBusy(true);
    try {
      await remove();
      setOpened(false);
      toast({ title: `Removed ${what}`, kind: 'success' });
      await onChanged();
      focusHeading();
    } catch (error) {
      if (!confirmThen(error, () => void run())) {
        toastFailure(error, { message: "We couldn't remove this. Please try again." });
      }
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Remove ${what}`}
        onClick={() => setOpened(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${what}?`}
        confirm={{ label: 'Remove', busyLabel: 'Removing...' }}
        isBusy={isBusy}
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={() => void run()}
      >
        <Text>{children}</Text>
        {isLast && (
          <Text>
            This is your last second factor. Without it, a code from your email is all it takes to
            sign in, and your recovery codes stop working.
            {isAdmin && ' The Admin Center may stay closed to you until you add another one.'}
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}
