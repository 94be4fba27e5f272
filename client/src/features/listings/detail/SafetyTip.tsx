import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconShieldCheck } from '../../../ui/icons/page-icons.tsx';
import { safetyTip } from './advice.ts';
import classes from './SafetyTip.module.css';

/** Shows one tip for a safe deal. */
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
