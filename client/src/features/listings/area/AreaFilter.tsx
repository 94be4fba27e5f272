import { areaText } from '@marketplace/shared/listings/filter-text';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ServerOnly } from '../../../ui/ServerOnly.tsx';
import type { ListingFilters } from '../browse/filters.ts';
import { FilterSheet } from '../filters/FilterSheet.tsx';
import classes from './AreaFilter.module.css';

const load = async () => (await import('./AreaForm.tsx')).AreaForm;
const AreaForm = lazyPart(load);
const ServerFields = import.meta.env.SSR
  ? (await import('./AreaFields.tsx')).PlainAreaFields
  : undefined;

const sheetId = 'area';

interface Props {
  filters: ListingFilters;
  facets: FacetsView | undefined;
  onChoose: (change: Partial<ListingFilters>) => void;
}

/**
 * The filter for listings around a town or along a route. Its fields belong to the filter form.
 * With JavaScript, they suggest towns, and the filter applies only when every town is valid.
 */
export function AreaFilter(props: Props) {
  const { filters } = props;
  const { near, from, to, within } = filters;
  return (
    <FilterSheet
      id={sheetId}
      title="Distance"
      text={shortText(filters)}
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
          {...props}
        />
      )}
    </FilterSheet>
  );
}

function shortText({ near, from, to, within }: ListingFilters): string {
  if (!within) return 'Distance';
  return to ? `${from} to ${to}` : `${within} mi from ${near}`;
}
