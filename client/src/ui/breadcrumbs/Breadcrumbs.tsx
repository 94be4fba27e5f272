import { Fragment } from 'react';
import { paths } from '../../config/paths.ts';
import classes from './Breadcrumbs.module.css';
import { PageLink } from '../PageLink.tsx';

interface Props {
  /** This page, last in the row. */
  here: string;
  /** The pages above it, by default the landing page. */
  above?: { label: string; to: string }[];
}

const home = [{ label: 'Home', to: paths.landing }];

/** The pages above this one as links, then this one: smaller than Mantine's, for the first view. */
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
