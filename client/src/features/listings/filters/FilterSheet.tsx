import { Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from '../browse/FilterBar.module.css';

interface Props {
  id: string;
  title: string;
  /** What is chosen: the text of the button, and its accessible name. */
  text: string;
  label: string;
  isActive: boolean;
  openerClass?: string | undefined;
  panelClass?: string | undefined;
  /** Fetches the code of what is inside: the button is about to be pressed. */
  preload?: () => void;
  children: (opened: boolean) => ReactNode;
}

/** Filters in a native popover behind a button: below it on wide screens, a sheet on phones. */
export function FilterSheet(props: Props) {
  const { id, title, text, label, isActive, openerClass = '', panelClass = '', preload } = props;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <span className={`${classes.menu} ${openerClass}`}>
        <PlainButton
          className={classes.input}
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
          // It opens without scripts, too, when nobody listens yet.
          if (sheet?.matches(':popover-open')) setOpened(true);
        }}
        popover="auto"
        className={`${classes.sheet} ${panelClass}`}
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
