import { colorSchemes, useColorScheme } from '../color-scheme.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import classes from './ColorSchemeSwitch.module.css';

/** Light, dark, or as the system has it: for everybody, at the foot of every page. */
export function ColorSchemeSwitch() {
  const { colorScheme, choose } = useColorScheme();
  const hydrated = useHydrated();
  const chosen = hydrated ? colorScheme : 'auto';
  return (
    <fieldset className={classes.switch}>
      <legend>Theme</legend>
      {colorSchemes.map(({ value, label }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name="color-scheme"
            checked={chosen === value}
            onChange={() => choose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
