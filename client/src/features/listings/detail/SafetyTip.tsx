import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconShieldCheck } from '../../../ui/icons/page-icons.tsx';
import { safetyTip } from './advice.ts';
import classes from './SafetyTip.module.css';

/** What to look out for when buying something of this category. */
export function SafetyTip({ category }: { category: string }) {
  return (
    <aside className={classes.tip} aria-label="Safety tip">
      <IconShieldCheck size={20} stroke={1.75} aria-hidden />
      <p>
        {safetyTip(category)}{' '}
        <PageLink to={paths.communityGuidelines} className={classes.link}>
          More safety tips
        </PageLink>
      </p>
    </aside>
  );
}
