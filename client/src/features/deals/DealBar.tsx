import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconPlus } from '../../ui/icons/icons.tsx';
import classes from './DealBar.module.css';
import { useDeal } from './DealProvider.tsx';
import { dealState, dealSteps } from './deal-state.ts';
import { StepButton } from './StepButton.tsx';

/** The bar under the chat header: the deal's state, the next step, and a menu of all steps. */
export function DealBar() {
  const { conversation, deal, viewer, take, bar } = useDeal();
  const { listingGone, readOnly } = conversation;
  if (readOnly || (listingGone && !deal?.soldHere)) return null;
  if (!deal) {
    return (
      <div className={classes.bar}>
        <Skeleton height={12} width={140} />
      </div>
    );
  }
  const { text, step, isQuiet } = dealState(deal, viewer);
  const steps = dealSteps(deal, viewer);
  return (
    <section className={classes.bar} aria-label="Deal" data-quiet={isQuiet}>
      <p ref={bar as never} className={`${classes.text} numbers`} tabIndex={-1} title={text}>
        {text}
      </p>
      {step && (
        <StepButton
          step={step}
          size="xs"
          // A step with an id has the same button on its card, so this one is less prominent.
          variant={isQuiet || 'id' in step ? 'light' : 'filled'}
          className={classes.step}
        />
      )}
      {steps.length > 0 && (
        <Menu position="bottom-end" width={240} withinPortal={false} keepMounted={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} flex="none" aria-label="Deal">
              <IconPlus size={20} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {steps.map((one) => (
              <Menu.Item key={one.label} onClick={() => take(one)}>
                {one.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </section>
  );
}
