import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { areaText } from '@marketplace/shared/listings/filter-text';
import type { ListingFilters } from '../browse/filters.ts';
import { draftOf } from './area-draft.ts';
import { AreaFields, townField } from './AreaFields.tsx';
import bar from '../browse/FilterBar.module.css';
import classes from './AreaFilter.module.css';

const load = async () => (await import('./AreaForm.tsx')).AreaForm;
const AreaForm = lazyPart(load);

const sheetId = 'area';

interface Props {
  filters: ListingFilters;
  facets: FacetsView | undefined;
  onChoose: (change: Partial<ListingFilters>) => void;
}

/**
 * The area around a town or along a way: a native popover behind a button, a sheet on phones. Its fields
 * are part of the form of filters; with JavaScript they suggest towns, and nothing changes before all of
 * them are right.
 */
export function AreaFilter({ filters, facets, onChoose }: Props) {
  const hydrated = useHydrated();
  const [opened, setOpened] = useState(false);
  const { near, from, to, within, sort } = filters;
  const close = () => document.getElementById(sheetId)?.hidePopover();
  const preload = () => void load().catch(() => undefined);
  return (
    <>
      <span className={`${bar.menu} ${classes.opener}`}>
        <PlainButton
          className={bar.input}
          data-active={within !== '' || undefined}
          aria-label={`Distance: ${areaText(filters) || 'Any distance'}`}
          popoverTarget={sheetId}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {shortText(filters)}
        </PlainButton>
      </span>
      <fieldset
        id={sheetId}
        popover="auto"
        className={`${bar.sheet} ${classes.panel}`}
        aria-label="Distance"
        onToggle={(event) => setOpened(event.newState === 'open')}
      >
        <Group justify="space-between" fz="lg" fw={650} hiddenFrom="md">
          <span>Distance</span>
          <PlainButton className={bar.close} popoverTarget={sheetId} popoverTargetAction="hide">
            Close
          </PlainButton>
        </Group>
        <AreaForm
          key={[near, from, to, within].join('|')}
          opened={opened}
          onClose={close}
          fallback={
            // What would be typed before the form is here would be lost.
            <div className={classes.fields} inert={hydrated}>
              <AreaFields
                all
                draft={draftOf(filters)}
                onChange={() => undefined}
                hasNear={sort === 'nearest' && within === ''}
                renderTown={({ onChange: _, ...props }) => (
                  <input className={bar.input} readOnly={hydrated} {...townField} {...props} />
                )}
              />
              <Button type="submit" size="md">
                Show listings
              </Button>
            </div>
          }
          {...{ filters, facets, onChoose }}
        />
      </fieldset>
    </>
  );
}

function shortText({ near, from, to, within }: ListingFilters): string {
  if (!within) return 'Distance';
  return to ? `${from} to ${to}` : `${within} mi from ${near}`;
}
