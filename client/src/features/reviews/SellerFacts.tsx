import { type ReactNode, useState } from 'react';
import { maxCounted, maxVerifiedReviews } from '@marketplace/shared/account/constants';
import { calendarDayText } from '@marketplace/shared/regions/region-day';
import type { ProfileView } from '@marketplace/shared/users/views';
import { numberText } from '../../ui/count-text.ts';
import type { Icon } from '../../ui/icons/icons.tsx';
import { IconCircleCheck, IconMapPin, IconSparkles } from '../../ui/icons/listing-icons.tsx';
import {
  IconCalendar,
  IconCalendarX,
  IconClock,
  IconLayoutGrid,
  IconShoppingBag,
  IconUserCheck,
} from '../../ui/icons/page-icons.tsx';
import classes from './reviews.module.css';

const newForMs = 90 * 24 * 60 * 60_000;

interface Props {
  profile: ProfileView;
  className?: string | undefined;
  /** The number of followers, which only the seller sees. */
  followers?: number | undefined;
}

/** Facts about a seller. Leaves out most zeros. */
export function SellerFacts({ profile, className, followers = 0 }: Props) {
  const {
    awayUntil,
    town,
    memberSince,
    replyTime,
    sales,
    verifiedReviews,
    activeListings,
    missedMeetups,
  } = profile;
  const [now] = useState(Date.now);
  const isNew =
    now - Date.parse(memberSince) < newForMs &&
    !replyTime &&
    sales === 0 &&
    missedMeetups === 0 &&
    profile.sellerReviewCount === 0;
  return (
    <ul className={`${classes.facts} ${className} plain numbers`}>
      {isNew && <Fact icon={IconSparkles}>New here</Fact>}
      {town && <Fact icon={IconMapPin}>{town}</Fact>}
      {awayUntil && <Fact icon={IconClock}>Away until {calendarDayText(awayUntil)}</Fact>}
      <Fact icon={IconCalendar}>Member since {monthOf(memberSince)}</Fact>
      {replyTime && <Fact icon={IconClock}>Usually replies {replyTime}</Fact>}
      {sales > 0 && <Fact icon={IconShoppingBag}>{counted(sales, 'sale')}</Fact>}
      {verifiedReviews > 0 && (
        <Fact icon={IconCircleCheck}>
          {counted(verifiedReviews, 'verified review', maxVerifiedReviews)}
        </Fact>
      )}
      {followers > 0 && <Fact icon={IconUserCheck}>{counted(followers, 'follower')}</Fact>}
      {missedMeetups > 0 && (
        <Fact icon={IconCalendarX}>{counted(missedMeetups, 'missed meetup')}</Fact>
      )}
      <Fact icon={IconLayoutGrid}>
        {activeListings > 0 ? counted(activeListings, 'active listing') : 'No active listings'}
      </Fact>
    </ul>
  );
}

/** A list item with an icon. */
export function Fact({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function counted(count: number, unit: string, max = maxCounted): string {
  return `${numberText({ count, capped: count >= max })} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * In the region's time zone, so that server and browser write the same. Slow to create, so shared.
 */
const months = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'America/New_York',
});

const monthOf = (date: string): string => months.format(new Date(date));
