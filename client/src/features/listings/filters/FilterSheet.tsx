import { Group } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { countText, type Counted } from '../../../ui/count-text.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import bar from '../browse/FilterBar.module.css';
import classes from './FilterSheet.module.css';

interface SheetProps {
  id: string;
  title: string;
  /** The text of the button, which says what is chosen. `label` is its accessible name. */
  text: string;
  label: string;
  isActive: boolean;
  openerClass?: string | undefined;
  panelClass?: string | undefined;
  /** Fetches the code of the fields when the button is about to be pressed. */
  preload?: () => void;
  children: (opened: boolean) => ReactNode;
}

/** A button that opens filters in a native popover, which is a sheet on phones. */
export function FilterSheet({ id, title, panelClass = '', preload, ...props }: SheetProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <span className={`${bar.menu} ${props.openerClass ?? ''}`}>
        <PlainButton
          className={bar.input}
          data-active={props.isActive || undefined}
          aria-label={props.label}
          popoverTarget={id}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {props.text}
        </PlainButton>
      </span>
      <fieldset
        id={id}
        ref={(sheet) => {
          // The popover also opens before hydration, when nothing listens to its events.
          if (sheet?.matches(':popover-open')) setOpened(true);
        }}
        popover="auto"
        className={`${classes.sheet} ${panelClass && classes.panel} ${panelClass}`}
        aria-label={title}
        onToggle={(event) => setOpened(event.newState === 'open')}
      >
        <Group justify="space-between" fz="lg" fw={650} hiddenFrom="md">
          <span>{title}</span>
          <PlainButton className={classes.close} popoverTarget={id} popoverTargetAction="hide">
            Close
          </PlainButton>
        </Group>
        {props.children(opened)}
      </fieldset>
    </>
  );
}

interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'onChange'> {
  label: string;
  value: string;
  /** The label of the first option, which sets no filter. */
  none?: string;
  options: readonly { value: string; label: string }[];
  /** How many listings match each option; undefined until they are counted. */
  counts?: Counted[] | undefined;
  onChoose: (value: string) => void;
}

/** A native select whose first option names the filter. */
export function FilterSelect(given: SelectProps) {
  const { label, value, none, options, counts, onChoose, ...props } = given;
  return (
    <span className={bar.menu}>
      <select
        className={bar.input}
        aria-label={label}
        data-active={value !== '' || undefined}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        {...props}
      >
        {none && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
            {option.value && countText(counts, option.value)}
          </option>
        ))}
      </select>
    </span>
  );
}
