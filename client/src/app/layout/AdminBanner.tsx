import { PageLink } from '../../ui/PageLink.tsx';
import { paths } from '../../config/paths.ts';
import classes from './AdminBanner.module.css';

/** The red bar under the header that tells admins who they are, and leads to the Admin Center. */
export function AdminBanner() {
  return (
    <aside className={classes.banner} aria-label="Administrator">
      <span>You are signed in as an administrator.</span>
      <PageLink to={paths.admin} className={classes.link}>
        Admin Center
      </PageLink>
    </aside>
  );
}
