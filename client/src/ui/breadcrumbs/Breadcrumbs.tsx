import { Fragment } from 'react';
import { paths } from '../../config/paths.ts';
import classes from './Breadcrumbs.module.css';
import { PageLink } from '../PageLink.tsx';

const home = [{ label: 'Home', to: paths.landing }];

type Props = { here: string; above?: { label: string; to: string }[] };

/** The parent pages and the current one. Smaller than Mantine's, for the first view. */
export function Breadcrumbs({ here, above = home }: Props) {
  return (
    <nav aria-label="Breadcrumb">
      <div className={classes.row}>
        {above.map(({ label, to }) => (
          <Fragment key={to}>
            <PageLink to={to} className={`mantine-focus-auto ${classes.link}`}>
              {label}
            </PageLink>
            <span>›</span>
          </Fragment>
        ))}
        <p aria-current="page" dir="auto" className={classes.here}>
          {here}
        </p>
      </div>
    </nav>
  );
}
