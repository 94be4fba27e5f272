import { IconStarFilled } from '@tabler/icons-react';
import classes from './FeaturedBadge.module.css';

export function FeaturedBadge() {
  return (
    <span className={classes.badge}>
      <IconStarFilled size={12} aria-hidden />
      Featured
    </span>
  );
}
