import { areaText } from '@marketplace/shared/listings/filter-text';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ServerOnly } from '../../../ui/ServerOnly.tsx';
import type { FilterProps } from '../browse/use-filters.ts';
import { FilterSheet } from '../filters/FilterSheet.tsx';
import classes from './AreaFilter.module.css';

const load = async () => (await import('./AreaForm.tsx')).AreaForm;
const AreaForm = lazyPart(load);
const ServerFields = import.meta.env.SSR
  ? (await import('./AreaForm.tsx')).PlainAreaFields
  : undefined;

const sheetId = 'area';

/** An area around a town or along a route. With JavaScript, it applies once its towns are valid. */
export function AreaFilter({ filters, facets, draft }: FilterProps) {
  const { near, from, to, within } = filters;
  const place = to ? `${from} to ${to}` : `${within} mi from ${near}`;
  return (
    <FilterSheet
      id={sheetId}
      title="Distance"
      text={within ? place : 'Distance'}
      label={`Distance: ${areaText(filters) || 'Any distance'}`}
      isActive={within !== ''}
      openerClass={classes.opener}
      panelClass={classes.panel}
      preload={() => void load().catch(() => undefined)}
    >
      {(opened) => (
        <AreaForm
          key={[near, from, to, within].join('|')}
          opened={opened}
          onClose={() => document.getElementById(sheetId)?.hidePopover()}
          fallback={
            <ServerOnly className={classes.fields}>
              {ServerFields && <ServerFields {...filters} />}
            </ServerOnly>
          }
          filters={filters}
          facets={facets}
          onChoose={draft.choose}
        />
      )}
    </FilterSheet>
  );
}
