import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ServerOnly } from '../../../ui/ServerOnly.tsx';
import type { FilterProps } from '../browse/use-filters.ts';
import { FilterSheet } from './FilterSheet.tsx';
import classes from './MoreFilters.module.css';

export const moreFiltersId = 'more-filters';

const load = async () => (await import('./MoreFields.tsx')).MoreFields;
const LazyFields = lazyPart(load);
const ServerFields = import.meta.env.SSR ? await load() : undefined;

const names = ['postedWithin', 'kind', 'withPhoto', 'free', 'exclude'] as const;

/** The less common filters. Their fields belong to the form of the filter bar. */
export function MoreFilters(props: FilterProps) {
  const count = names.filter((name) => props.filters[name] !== '').length;
  return (
    <FilterSheet
      id={moreFiltersId}
      title="More filters"
      text={count > 0 ? `More · ${count}` : 'More'}
      label={count > 0 ? `More filters, ${count} set` : 'More filters'}
      isActive={count > 0}
      openerClass={classes.opener}
      panelClass={classes.panel}
      preload={() => void load().catch(() => undefined)}
    >
      {(opened) => (
        <LazyFields
          opened={opened}
          fallback={
            <ServerOnly className={classes.fields}>
              {ServerFields && <ServerFields {...props} />}
            </ServerOnly>
          }
          {...props}
        />
      )}
    </FilterSheet>
  );
}
