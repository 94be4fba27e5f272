import { Text } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from '../../api/failure.ts';
import { useUnblock } from './use-unblock.ts';

interface Props {
  person: { id: string; name: string };
  opened: boolean;
  onClose: () => void;
  onBlocked: () => void;
}

/** The dialog that confirms blocking a user. The toast after it offers to undo. */
export function BlockModal({ person, opened, onClose, onBlocked }: Props) {
  const unblock = useUnblock(person.name);
  const block = trpc.messaging.block.useMutation({
    onSuccess() {
      toast({
        title: 'Blocked',
        message: `You can unblock ${person.name} in Settings.`,
        kind: 'success',
        action: { label: 'Undo', run: () => unblock.mutate({ userId: person.id }) },
      });
      onBlocked();
    },
    onError: (error) => toastFailure(error, { message: 'Failed to block. Please try again.' }),
  });
  return (
    <ConfirmDialog
      title={`Block ${person.name}?`}
      confirm={{ label: 'Block', busyLabel: 'Blocking...' }}
      isBusy={block.isPending}
      opened={opened}
      onClose={onClose}
      onConfirm={() => block.mutate({ userId: person.id })}
    >
      <Text>
        They won&apos;t be notified. You won&apos;t see each other&apos;s messages, and the
        conversation will be hidden. You can unblock them in Settings.
      </Text>
    </ConfirmDialog>
  );
}
