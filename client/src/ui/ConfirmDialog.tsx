import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

interface Props {
  title: string;
  /** What the button says, and what it says while `isBusy`, when nothing here can be pressed. */
  confirm: { label: string; busyLabel: string };
  isBusy: boolean;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before something that takes away; Cancel has the focus. */
export function ConfirmDialog(props: Props) {
  const { title, confirm, isBusy, opened, onClose, onConfirm, children } = props;
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={isBusy} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" disabled={isBusy} onClick={onConfirm}>
            {isBusy ? confirm.busyLabel : confirm.label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
