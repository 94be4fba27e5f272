import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { type AreaDraft, areaKinds } from './area-draft.ts';
import classes from './AreaFilter.module.css';

export interface TownFieldProps {
  id: string;
  name: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

interface Props {
  draft: AreaDraft;
  onChange: (change: Partial<AreaDraft>) => void;
  /** Renders the fields of both kinds. Without JavaScript, CSS hides those not chosen. */
  all?: boolean;
  /** True if the sort menu already has a field named `near`. */
  hasNear?: boolean;
  renderTown: (props: TownFieldProps) => ReactNode;
}

/** The fields of an area: its kind, its towns, and the distance from them. */
export function AreaFields({ draft, onChange, all = false, hasNear = false, renderTown }: Props) {
  const id = useId();
  return (
    <>
      <div className={classes.choices} role="radiogroup" aria-label="Area">
        {areaKinds.map(({ kind, label }) => (
          <Choice
            key={kind}
            name="area"
            value={kind}
            checked={draft.kind === kind}
            onChange={() => onChange({ kind, within: '' })}
          >
            {label}
          </Choice>
        ))}
      </div>
      {areaKinds.map(
        ({ kind, towns, miles }) =>
          (all || draft.kind === kind) && (
            <div key={kind} className={classes.kind} data-kind={kind}>
              {towns.map(({ name, label }) => (
                <div key={name} className={classes.field}>
                  <label htmlFor={`${id}${name}`}>{label}</label>
                  {renderTown({
                    id: `${id}${name}`,
                    name: name === 'near' && hasNear ? undefined : name,
                    value: draft[name],
                    onChange: (value) => onChange({ [name]: value }),
                  })}
                </div>
              ))}
              <div className={classes.field}>
                <span>Within about</span>
                <div className={classes.choices} role="radiogroup" aria-label="Miles">
                  {miles.map((value) => (
                    <Choice
                      key={value}
                      name="within"
                      value={value}
                      checked={draft.kind === kind && draft.within === String(value)}
                      onChange={() => onChange({ within: String(value) })}
                    >
                      {value} mi
                    </Choice>
                  ))}
                </div>
              </div>
            </div>
          ),
      )}
    </>
  );
}

function Choice({ children, ...props }: ComponentPropsWithRef<'input'>) {
  return (
    <label className={classes.choice}>
      <input type="radio" {...props} />
      <span>{children}</span>
    </label>
  );
}

/** Props that all town fields share. */
export const townField = { autoComplete: 'off', maxLength: 120, placeholder: 'Town or city' };
