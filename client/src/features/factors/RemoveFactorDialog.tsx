import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toastFailure } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useFocusHeading } from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useConfirmation } from './Confirmation.tsx';
import { useFactorsChanged } from './use-factors.ts';

interface Props {
  title: string;
  isBusy: boolean;
  /** True if the user has no other factor. */
  isLast: boolean;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before a factor is removed, and says what follows from removing the last one. */
export function RemoveFactorDialog({ isLast, children, ...props }: Props) {
  const isAdmin = useCurrentUser()?.isAdmin;
  return (
    <ConfirmDialog confirm={{ label: 'Remove', busyLabel: 'Removing...' }} {...props}>
      <Text>{children}</Text>
      {isLast && (
        <Text>
          It&apos;s your last second factor: after that, a code from your email is all it takes to
          sign in. Your recovery codes stop working.
          {isAdmin && ' The Admin Center may stay closed to you until you add another one.'}
        </Text>
      )}
    </ConfirmDialog>
  );
}

/** Returns what follows a mutation that removes a factor. `done` is the title of the toast. */
export function useRemoval({ done, onClose }: { done: string; onClose: () => void }) {
  const confirmThen = useConfirmation();
  const onChanged = useFactorsChanged();
  const focusHeading = useFocusHeading();
  return {
    async onSuccess() {
      onClose();
      toast({ title: done, kind: 'success' as const });
      await onChanged();
      focusHeading();
    },
    onError(error: unknown, repeat: () => void) {
      if (confirmThen(error, repeat)) return;
      toastFailure(error, { message: "We couldn't remove it. Please try again." });
    },
  };
}
