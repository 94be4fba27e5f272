import { Button, type ButtonProps } from '@mantine/core';
import { useDeal } from './deal-context.ts';
import type { Step } from './deal-state.ts';
import classes from './timeline/timeline.module.css';

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
  return (
    <div className={classes.actions} data-quiet={props.isQuiet}>
      {props.steps.map((step) => (
        <StepButton key={step.label} step={step} variant={step.variant} size="xs" />
      ))}
    </div>
  );
}
