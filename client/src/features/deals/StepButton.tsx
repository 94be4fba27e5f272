import { Button, type ButtonProps } from '@mantine/core';
import { useDeal } from './DealProvider.tsx';
import type { Step } from './deal-state.ts';

/**
 * Performs a step of the deal or opens its dialog. Not `disabled` while busy, to keep the focus.
 */
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
