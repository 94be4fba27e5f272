import { ActionIcon, Group, Menu, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '../../ui/icons/icons.tsx';
import { useDeal } from './deal-context.ts';
import { dealState, dealSteps } from './deal-state.ts';
import { StepButton } from './StepButton.tsx';

/** The bar under the chat header: the deal's state, the next step, and a menu of all steps. */
export function DealBar() {
  const { conversation, deal, viewer, take, bar } = useDeal();
  const { listingGone, readOnly } = conversation;
  if (readOnly || (listingGone && !deal?.soldHere)) return null;
  if (!deal) {
    return (
      <Group {...row} bg="var(--selected)">
        <Skeleton height={12} width={140} />
      </Group>
    );
  }
  const { text, step, isQuiet } = dealState(deal, viewer);
  const steps = dealSteps(deal, viewer);
  return (
    <Group
      component="section"
      aria-label="Deal"
      {...row}
      bg={isQuiet ? undefined : 'var(--selected)'}
    >
      <Text
        ref={bar as never}
        component="p"
        className="numbers"
        tabIndex={-1}
        title={text}
        {...line}
        {...(isQuiet ? { c: 'dimmed', fw: 400 } : { fw: 600 })}
      >
        {text}
      </Text>
      {step && (
        <StepButton
          step={step}
          size="xs"
          // A step with an id has the same button on its card, so this one is less prominent.
          variant={isQuiet || 'id' in step ? 'light' : 'filled'}
          flex="none"
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
    </Group>
  );
}

const row = {
  flex: 'none',
  gap: 8,
  wrap: 'nowrap',
  h: 52,
  p: {
    base: '0 max(4px, env(safe-area-inset-right)) 0 max(16px, env(safe-area-inset-left))',
    sm: '0 12px 0 20px',
  },
  style: { boxShadow: 'inset 0 -1px var(--line)' },
} as const;

const line = {
  flex: 1,
  miw: 0,
  fz: { base: 'xs', sm: 'sm' },
  lh: 1.35,
  lineClamp: 2,
  style: { overflowWrap: 'anywhere', textWrap: 'balance' },
} as const;
