import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconShieldCheck } from '../../../ui/icons/page-icons.tsx';
import { safetyTip } from './advice.ts';
import classes from './SafetyTip.module.css';

/** What to look out for when buying this, or selling what is wanted. */
export function SafetyTip({ listing }: { listing: ListingView }) {
  return (
    <aside className={classes.tip} aria-label="Safety tip">
      <IconShieldCheck size={20} stroke={1.75} aria-hidden />
      <p>
        {safetyTip(listing)}{' '}
        <PageLink to={paths.communityGuidelines} className={classes.link}>
          More safety tips
        </PageLink>
      </p>
    </aside>
  );
}
