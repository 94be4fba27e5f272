import { Anchor } from '@mantine/core';
import { isolated } from '@marketplace/shared/direction';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconPlus } from '../../../ui/icons/icons.tsx';
import { filtersPath, type ListingFilters } from './filters.ts';
import { chipsOf } from './active-filters.ts';
import classes from './FilterBar.module.css';

/** The id of the line that says what the list contains. */
export const listedId = 'listed';

/** Shows the active filters, each as a link to the list without that filter. */
export function FilterChips({ action, filters }: { action: string; filters: ListingFilters }) {
  const set = chipsOf(filters);
  if (set.length === 0) return null;
  return (
    <ul className={`${classes.chips} plain`} aria-label="Active filters">
      {set.map(({ label, rest }) => (
        <li key={label}>
          <PageLink
            className={`chip ${classes.chip}`}
            to={filtersPath(action, rest)}
            aria-label={`Remove ${isolated(label)}`}
            onClick={focusListed}
          >
            <span dir="auto" className={classes.label}>
              {label}
            </span>
            {/* The plus turned into a cross. */}
            <IconPlus size={16} stroke={1.75} style={{ rotate: '45deg' }} aria-hidden />
          </PageLink>
        </li>
      ))}
      <li>
        <Anchor component={PageLink} to={action} className="touch-link" m={0} onClick={focusListed}>
          Clear all
        </Anchor>
      </li>
    </ul>
  );
}

/** Moves the focus to the line that describes the list. For links that disappear when pressed. */
export function focusListed(): void {
  document.getElementById(listedId)?.focus({ preventScroll: true });
}
