import { categories } from '@marketplace/shared/listings/constants';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { categoryIcons } from './category-icons.ts';
import classes from './CategoryRow.module.css';

/** Every category with its sign, each a way into the marketplace. */
export function CategoryRow() {
  return (
    <ul className={classes.row}>
      {categories.map(({ value, label }) => {
        const Icon = categoryIcons[value];
        return (
          <li key={value}>
            <PageLink to={paths.listings({ category: value })} className={classes.category}>
              <Icon size={26} stroke={1.75} aria-hidden />
              {label}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
