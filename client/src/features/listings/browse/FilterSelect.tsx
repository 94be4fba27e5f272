import type { ComponentPropsWithRef } from 'react';
import classes from './FilterField.module.css';
import { countText, type Counted } from '../../../ui/count-text.ts';

export interface FilterOption {
  value: string;
  label: string;
}

interface Props extends Omit<ComponentPropsWithRef<'select'>, 'onChange'> {
  label: string;
  value: string;
  options: readonly FilterOption[];
  /** How many listings each option would leave; none while that is not known. */
  counts?: Counted[] | undefined;
  onChoose: (value: string) => void;
}

/** A menu of the browser's own; its first option says what it is about. */
export function FilterSelect({ label, value, options, counts, onChoose, ...props }: Props) {
  return (
    <span className={classes.menu}>
      <select
        className={classes.input}
        aria-label={label}
        data-active={value !== '' || undefined}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        {...props}
      >
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
