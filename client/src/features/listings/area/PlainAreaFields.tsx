import { Button } from '@mantine/core';
import type { ListingFilters } from '../browse/filters.ts';
import { draftOf } from './area-draft.ts';
import { AreaFields, townField } from './AreaFields.tsx';
import bar from '../browse/FilterBar.module.css';

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
