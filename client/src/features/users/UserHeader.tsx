import { Title } from '@mantine/core';
import {
  IconCalendar,
  IconClock,
  IconLayoutGrid,
  IconStarFilled,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { maxCountedListings } from '@marketplace/shared/account/constants';
import type { ProfileView } from '@marketplace/shared/users/views';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { sellerRatingText } from '../../ui/rating-text.ts';
import { UserActions } from './UserActions.tsx';
import classes from './UserPage.module.css';

/** Who it is, and what one wants to know before dealing with them. */
export function UserHeader({ profile }: { profile: ProfileView }) {
  const { displayName, username, sellerRating, sellerReviewCount, replyTime } = profile;
  return (
    <header className={classes.header}>
      <div className={classes.person}>
        <UserAvatar user={profile} size={88} />
        <div className={classes.who}>
          <Title order={1} className={classes.name}>
            {displayName}
          </Title>
          {displayName !== username && <p className={classes.username}>@{username}</p>}
          <p className={`${classes.rating} numbers`}>
            {sellerReviewCount > 0 && <IconStarFilled size={16} aria-hidden />}
            {sellerRatingText(sellerRating, sellerReviewCount)}
          </p>
        </div>
      </div>
      <div className={classes.foot}>
        <ul className={classes.facts}>
          <Fact icon={IconCalendar}>Member since {monthOf(profile.memberSince)}</Fact>
          <Fact icon={IconLayoutGrid}>{listingsText(profile.activeListings)}</Fact>
          {replyTime && <Fact icon={IconClock}>Usually replies {replyTime}</Fact>}
        </ul>
        <UserActions profile={profile} />
      </div>
    </header>
  );
}

function Fact({ icon: Icon, children }: { icon: TablerIcon; children: ReactNode }) {
  return (
    <li className="numbers">
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

/** In the region's time, so that server and browser say the same. */
function monthOf(date: string): string {
  return new Date(date).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/New_York',
  });
}

function listingsText(count: number): string {
  if (count === 0) return 'No active listings';
  const more = count >= maxCountedListings ? '+' : '';
  return `${count.toLocaleString('en-US')}${more} active ${count === 1 ? 'listing' : 'listings'}`;
}
