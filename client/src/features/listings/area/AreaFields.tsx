import { Button } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import type { ListingFilters } from '../browse/filters.ts';
import bar from '../browse/FilterBar.module.css';
import classes from './AreaFilter.module.css';

/** The area in the form: around a town ('near'), or along the route between two towns ('way'). */
export interface AreaDraft extends Pick<ListingFilters, 'near' | 'from' | 'to' | 'within'> {
  kind: 'near' | 'way';
}

/** The kinds of areas, each with its town fields and its choices of distance in miles. */
const areaKinds = [
  { kind: 'near', label: 'Around a town', towns: ['near'], miles: nearMiles },
  { kind: 'way', label: 'On my way', towns: ['from', 'to'], miles: wayMiles },
] as const;
const townLabels = { near: 'Town', from: 'From', to: 'To' };

/** Returns the area in the filters as a draft for the form. */
export function draftOf({ near, from, to, within }: ListingFilters): AreaDraft {
  return { kind: to ? 'way' : 'near', near, from, to, within };
}

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
              {towns.map((name) => (
                <div key={name} className={classes.field}>
                  <label htmlFor={`${id}${name}`}>{townLabels[name]}</label>
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

/** The area fields without JavaScript. CSS hides those of the kind that is not chosen. */
export function PlainAreaFields(filters: ListingFilters) {
  return (
    <>
      <AreaFields
        all
        draft={draftOf(filters)}
        onChange={() => undefined}
        hasNear={filters.sort === 'nearest' && filters.within === ''}
        renderTown={({ onChange: _, ...props }) => (
          <input className={bar.input} {...townField} {...props} />
        )}
      />
      <Button type="submit" size="md">
        Show listings
      </Button>
    </>
  );
}
