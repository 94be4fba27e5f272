import { Button, Modal, type ModalProps, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';

/**
 * A modal dialog that returns the focus to its opener, even if its code was just loaded: it opens
 * once it is mounted, since Mantine remembers the focus when `opened` changes.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted();
  return <Modal opened={opened && isMounted} {...props} />;
}

/** Props for a dialog with steps. Keeps its top in place when the height changes. */
export const steppedDialog = { centered: false, yOffset: '12dvh' } satisfies Partial<ModalProps>;

interface ConfirmProps {
  title: string;
  /** The button's labels. While `isBusy`, nothing in the dialog can be pressed. */
  confirm: { label: string; busyLabel: string };
  isBusy: boolean;
  /** Why the button is disabled: what the user has to do first. */
  missing?: string | undefined;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks for confirmation. Cancel has the focus, unless a field in the dialog takes it. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, confirm, isBusy, missing, opened, onClose, onConfirm, children } = props;
  const close = () => {
    if (!isBusy) onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!missing && !isBusy) onConfirm();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Stack component="form" gap="md" onSubmit={submit}>
        {children}
        <div className="dialog-actions">
          <Button variant="default" onClick={close} disabled={isBusy} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" color="red.8" disabled={isBusy || !!missing} title={missing}>
            {isBusy ? confirm.busyLabel : confirm.label}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
