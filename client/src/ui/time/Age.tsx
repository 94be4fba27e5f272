import { useState } from 'react';

/** Shows an age, which may differ at hydration: the clocks of server and browser disagree. */
export function Age({ createdAt }: { createdAt: string }) {
  const [now] = useState(Date.now);
  return (
    <time dateTime={createdAt} suppressHydrationWarning>
      {ageText(createdAt, now)}
    </time>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const year = 365 * day;

/**
 * Returns the age of a listing: 'Just now' within a minute or when clocks disagree, then '5m ago',
 * '2h ago', '3d ago', '2w ago' from a week, '4mo ago' from 60 days, '1y ago'. `now` is in ms.
 */
export function ageText(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt);
  if (!(age >= minute)) return 'Just now';
  if (age < hour) return `${Math.floor(age / minute)}m ago`;
  if (age < day) return `${Math.floor(age / hour)}h ago`;
  if (age < week) return `${Math.floor(age / day)}d ago`;
  if (age < 60 * day) return `${Math.floor(age / week)}w ago`;
  if (age < year) return `${Math.floor(age / (30 * day))}mo ago`;
  return `${Math.floor(age / year)}y ago`;
}
