import { Button, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called after a success, with the text to announce and the server's answer. */
  onDone: (done: string, result: unknown) => void;
}

interface Props extends Omit<DialogProps, 'onDone'> {
  title: string;
  submit: { label: string; busyLabel: string };
  isBusy: boolean;
  /** Why the form cannot be submitted yet. */
  missing?: string | false;
  onSubmit: () => void;
  children: ReactNode;
}

/** The frame of the dialogs of this folder: a form with a cancel and a submit button. */
export function StepForm(props: Props) {
  const { title, submit, isBusy, missing, opened, onClose, onSubmit, children } = props;
  const close = () => {
    if (!isBusy) onClose();
  };
  const onFormSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy && !missing) onSubmit();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Stack component="form" gap="md" onSubmit={onFormSubmit}>
        {children}
        <div className="dialog-actions">
          <Button variant="default" onClick={close} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy || !!missing} title={missing || undefined}>
            {isBusy ? submit.busyLabel : submit.label}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
