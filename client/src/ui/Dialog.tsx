import { Button, Modal, type ModalProps, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';

/**
 * A modal dialog that gives the focus back to what opened it also the first time, when its code has
 * just been fetched: it remembers the focus as it opens, which has to come after it is mounted.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted();
  return <Modal opened={opened && isMounted} {...props} />;
}

/** Of a dialog with steps: its top stays where it is when another step is higher. */
export const steppedDialog = { centered: false, yOffset: '12dvh' } satisfies Partial<ModalProps>;

interface ConfirmProps {
  title: string;
  /** What the button says, and what it says while `isBusy`, when nothing here can be pressed. */
  confirm: { label: string; busyLabel: string };
  isBusy: boolean;
  /** What is missing before it can be confirmed, if anything. */
  missing?: string | undefined;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before something is deleted or blocked; Cancel has the focus, unless a field before it has. */
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
