import { type RawBuilder, sql } from 'kysely';
import type { Metric } from '@marketplace/shared/analytics/metrics';
import { decisionKinds } from '@marketplace/shared/moderation/constants';
import { regionZone } from '@marketplace/shared/regions/region-time';

/** A day of the region, which has 23 or 25 hours when the clocks change. */
interface Day {
  /** Returns a condition: the time in this column is on the day. */
  has: (column: string) => RawBuilder<unknown>;
  end: RawBuilder<unknown>;
}

/** Returns a query for the rows of each metric on a day: county, category and value. */
export function metricQueries(date: string): [Metric, RawBuilder<unknown>][] {
  const midnight = (days: number) =>
    sql`((${date}::date + ${sql.lit(days)})::timestamp at time zone ${regionZone})`;
  const end = midnight(1);
  const has = (column: string) =>
    sql`(${sql.ref(column)} >= ${midnight(0)} and ${sql.ref(column)} < ${end})`;
  return Object.entries(queries).map(([metric, query]) => [metric as Metric, query({ has, end })]);
}

/** Counts rows: all of them, and those of each county and category of their listing `l`. */
const perPlace = (source: RawBuilder<unknown>) => sql`
  select case when grouping(l.county) = 0 then coalesce(l.county, '') end,
    case when grouping(l.county) = 0 then coalesce(l.category, '') end, count(*)
  from ${source} group by grouping sets ((), (l.county, l.category))`;

const single = (value: RawBuilder<unknown>, source: RawBuilder<unknown>) =>
  sql`select null::text, null::text, ${value} from ${source}`;

const count = sql`count(*)`;

/** The median of the minutes between `since` and `until`; 0 without rows. */
const medianMinutes = sql`coalesce(percentile_cont(0.5) within group (
  order by extract(epoch from until - since) / 60), 0)`;

const listingOf = (alias: string) => sql`join listings l on l.id = ${sql.ref(alias)}.listing_id`;

/** The conversations in which the second person wrote for the first time on the day. */
const firstAnswers = ({ has }: Day) => sql`(
  select first.conversation_id, first.created_at as since, answer.created_at as until
  from (select distinct conversation_id from messages where ${has('created_at')}) as written
  join messages first on first.conversation_id = written.conversation_id and first.seq = 1
  cross join lateral (
    select created_at from messages m
    where m.conversation_id = first.conversation_id and m.sender_id <> first.sender_id
    order by m.seq limit 1
  ) as answer
  where ${has('answer.created_at')}) as a`;

const isAppeal = sql`(target_type = 'decision')`;

const decisions = Object.fromEntries(
  decisionKinds.map((kind) => [
    kind,
    ({ has }: Day) => single(count, sql`decisions where ${has('created_at')} and kind = ${kind}`),
  ]),
) as Record<(typeof decisionKinds)[number], (day: Day) => RawBuilder<unknown>>;

/**
 * The query of each metric. Each reads the rows of one day through an index, except that of active
 * listings, which scans its table once.
 */
const queries: Record<Metric, (day: Day) => RawBuilder<unknown>> = {
  newPeople: ({ has }) => single(count, sql`users where ${has('created_at')}`),
  activePeople: ({ has }) =>
    single(
      count,
      sql`(select user_id from sign_ins where ${has('created_at')} and outcome <> 'refused'
        union select sender_id from messages where ${has('created_at')}) as active`,
    ),
  // A renewal moves created_at, and is no new listing.
  newListings: ({ has }) =>
    perPlace(sql`listings l where ${has('l.created_at')} and renewed_at is null`),
  activeListings: ({ end }) => {
    const notBefore = (time: string) => sql`coalesce(${sql.ref(time)} >= ${end}, true)`;
    return perPlace(sql`listings l
      where created_at < ${end} and seller_active and ${notBefore('deleted_at')}
        and ${notBefore('sold_at')} and ${notBefore('ended_at')}
        and (is_active or coalesce(flagged_at, hidden_by_reports_at) >= ${end})`);
  },
  conversations: ({ has }) =>
    perPlace(sql`messages m join conversations c on c.id = m.conversation_id ${listingOf('c')}
      where m.seq = 1 and ${has('m.created_at')}`),
  answers: (day) =>
    perPlace(sql`${firstAnswers(day)} join conversations c on c.id = a.conversation_id
      ${listingOf('c')}`),
  replyMinutes: (day) => single(medianMinutes, firstAnswers(day)),
  offers: ({ has }) => perPlace(sql`offers o ${listingOf('o')} where ${has('o.created_at')}`),
  reserved: ({ has }) =>
    perPlace(sql`reservations r ${listingOf('r')} where ${has('r.created_at')}`),
  handedOver: ({ has }) =>
    perPlace(sql`sales s ${listingOf('s')}
      where ${has('s.sold_at')} and undone_at is null and verified`),
  sold: ({ has }) =>
    perPlace(sql`sales s ${listingOf('s')} where ${has('s.sold_at')} and undone_at is null`),
  reports: ({ has }) =>
    perPlace(sql`reports r left join listings l on l.id = r.target_id
      where ${has('r.created_at')}`),
  ...decisions,
  reversed: ({ has }) => single(count, sql`decisions where ${has('reversed_at')}`),
  appeals: ({ has }) => single(count, sql`decisions where ${has('appealed_at')}`),
  // Nobody answered the appeal of a decision that was reversed without it.
  appealsReversed: ({ has }) =>
    single(
      count,
      sql`moderation_cases where ${has('decided_at')} and ${isAppeal}
        and decision = 'reversed' and decided_by is not null`,
    ),
  decided: ({ has }) =>
    single(count, sql`moderation_cases where ${has('decided_at')} and not ${isAppeal}`),
  decisionMinutes: ({ has }) =>
    single(
      medianMinutes,
      sql`(select created_at as since, decided_at as until from moderation_cases
        where ${has('decided_at')} and not ${isAppeal}) as c`,
    ),
};
