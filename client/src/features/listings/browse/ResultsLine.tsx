import { Anchor, Button, Group } from '@mantine/core';
import { listedText } from '@marketplace/shared/listings/filter-text';
import {
  defaultSort,
  feedPath,
  type ListingFilters,
  sorts,
} from '@marketplace/shared/listings/filters';
import { paths } from '../../../config/paths.ts';
import { numberText } from '../../../ui/count-text.ts';
import { FeedLink } from '../../../ui/FeedLink.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { FilterSelect } from '../filters/FilterSheet.tsx';
import { activeFilters } from './active-filters.ts';
import { filterFormId, listedId, ReservedLink, townOptions } from './FilterBar.tsx';
import type { Filtering } from './use-listings.ts';
import classes from './ResultsLine.module.css';

/** The line below the page's title: what the list contains, its size, and the sort menu. */
export function ResultsLine({ action, given, filters, onChange, facets, found }: Filtering) {
  return (
    <Group gap="0 12px">
      <output id={listedId} tabIndex={-1} aria-busy={!found} className={classes.listed}>
        <span>{activeFilters(filters).length === 0 ? 'All listings' : listedText(filters)}</span>
        {found && (
          <>
            {' · '}
            <span className="numbers">{numberText(found)}</span>
          </>
        )}
      </output>
      <Group gap="xs" wrap="nowrap" flex="1 1 auto" mih={44}>
        <Anchor
          component={PageLink}
          to={filters.within ? paths.areaMap(filters) : paths.map()}
          className="touch-link"
          style={{ whiteSpace: 'nowrap' }}
        >
          {filters.within ? 'Show on map' : 'Map'}
        </Anchor>
        {/* On phones, this link is in the row of filters. */}
        <Anchor
          component={ReservedLink}
          className="touch-link"
          visibleFrom="md"
          ml="xs"
          action={action}
          filters={filters}
        />
        <FeedLink path={feedPath(given)} title={listedText(filters)} ml={{ md: 'xs' }} />
        <Order filters={filters} onChange={onChange} facets={facets} />
      </Group>
    </Group>
  );
}

function Order({ filters, onChange, facets }: Pick<Filtering, 'filters' | 'onChange' | 'facets'>) {
  const { sort } = filters;
  const options = sorts
    .filter(({ value }) => value !== 'relevance' || filters.search !== '')
    .filter(({ value }) => value !== (filters.to ? 'nearest' : 'along'))
    .map(({ value, label }) => ({
      value: value === defaultSort(filters) ? '' : value,
      label: value === 'nearest' && filters.within ? `Nearest to ${filters.near}` : label,
    }));
  return (
    <Group gap="xs" ml="auto" wrap="nowrap" className={classes.order}>
      <FilterSelect
        form={filterFormId}
        name="sort"
        label="Sort by"
        options={options}
        value={sort}
        onChoose={(value) => onChange({ ...filters, sort: value as ListingFilters['sort'] })}
      />
      {sort === 'nearest' && !filters.within && (
        <FilterSelect
          form={filterFormId}
          name="near"
          label="Near"
          none="Choose a town"
          options={townOptions(filters.near, facets)}
          value={filters.near}
          onChoose={(near) => onChange({ ...filters, near })}
        />
      )}
      <noscript>
        <Button form={filterFormId} type="submit" variant="default">
          Apply
        </Button>
      </noscript>
    </Group>
  );
}
