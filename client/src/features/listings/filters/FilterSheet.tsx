import { Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import bar from '../browse/FilterBar.module.css';
import classes from './FilterSheet.module.css';

interface Props {
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
export function FilterSheet(props: Props) {
  const { id, title, text, label, isActive, openerClass = '', panelClass = '', preload } = props;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <span className={`${bar.menu} ${openerClass}`}>
        <PlainButton
          className={bar.input}
          data-active={isActive || undefined}
          aria-label={label}
          popoverTarget={id}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {text}
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
