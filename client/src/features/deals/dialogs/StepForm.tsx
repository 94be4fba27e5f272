import { Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import type { PropsWithChildren, SubmitEvent } from 'react';
import { useClientId } from '../../../api/use-client-id.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type OnDone, useStepErrorHandler } from '../use-deal-actions.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  onDone: OnDone;
}

interface Props extends PropsWithChildren<Omit<DialogProps, 'onDone'>> {
  title: string;
  submit: { label: string; busyLabel: string };
  isBusy: boolean;
  /** Why the form cannot be submitted yet. */
  missing?: string | false;
  onSubmit: () => void;
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
      <Stack component="form" onSubmit={onFormSubmit}>
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

/** Returns the callbacks for the mutation of a step, and its client id, new after a success. */
export function useStepCallbacks<Result>(done: string, onDone: OnDone<Result>) {
  const [clientId, renewId] = useClientId();
  const onError = useStepErrorHandler();
  const onSuccess = (result: Result) => {
    renewId();
    onDone(done, result);
  };
  return { clientId, callbacks: { onSuccess, onError } };
}

interface ChoicesProps<Value extends string | number> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  /** The current value, which may match none of the choices. */
  value: Value | null;
  onChange: (value: Value) => void;
  isBusy: boolean;
}

/** Shows common answers as a row of buttons. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, choices, value, onChange, isBusy } = props;
  return (
    <Group component="fieldset" gap="xs">
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {choices.map((choice) => {
        const isChosen = choice.value === value;
        return (
          <Button
            key={choice.value}
            variant={isChosen ? 'light' : 'default'}
            size="xs"
            radius="xl"
            className="numbers"
            aria-pressed={isChosen}
            disabled={isBusy}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </Button>
        );
      })}
    </Group>
  );
}
