import { Button, type ButtonProps, Group } from '@mantine/core';
import { useDeal } from './deal-context.ts';
import type { Step } from './deal-state.ts';

/** Performs a step of the deal or opens its dialog. Not `disabled` while busy, to keep the focus. */
export function StepButton({ step, ...look }: ButtonProps & { step: Step }) {
  const { running, take } = useDeal();
  const isBusy =
    'action' in step && running?.action === step.action && (running.id === step.id || !step.id);
  return (
    <Button
      {...look}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={() => take(step)}
    >
      {isBusy ? `${step.label}…` : step.label}
    </Button>
  );
}

export type CardStep = Step & { variant?: 'default' | 'subtle' };

/** The row of buttons on a card of the timeline. */
export function StepButtons(props: { steps: readonly CardStep[]; isQuiet?: boolean }) {
  // Aligns the labels of quiet buttons with the text above.
  const look = props.isQuiet ? { gap: 4, m: '4px 0 -6px -10px' } : { gap: 8, mt: 10 };
  return (
    <Group {...look}>
      {props.steps.map((step) => (
        // The padding is narrow enough for three buttons on one line.
        <StepButton key={step.label} step={step} variant={step.variant} size="xs" px={10} />
      ))}
    </Group>
  );
}
