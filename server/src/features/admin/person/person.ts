import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { mostLinked } from '@marketplace/shared/admin/constants';
import type { listingStates, Person } from '@marketplace/shared/admin/person';
import { assertId, notFound } from '../../../errors.ts';
import { deviceLabel } from '../../auth/trusted-devices.ts';
import { findPeople, listAuditLog, viewPerson } from '../../moderation/audit-log.ts';
import { linkedAccounts } from '../../standing/linked-accounts.ts';
import { getUser } from '../lists.ts';
import { listNotes } from './notes.ts';

/** How many entries the lists of the page show. */
const mostShown = 5;
const mostDecisions = 20;
const mostTraces = 30;

/** How many of the newest sign-ins are read for their traces. */
const mostSignIns = 200;

/**
 * Returns what admins see about one person. All parts are read at once, each by statements that do
 * not grow with the number of rows. Throws NOT_FOUND for an unknown or deleted person.
 */
export async function getPerson(db: Db, id: string): Promise<Person> {
  assertId(id, 'User');
  const [user, account, audit, about, ...rest] = await Promise.all([
    getUser(db, id),
    readAccount(db, id),
    listAuditLog(db, { targetId: id, limit: mostShown }),
    readCases(db, casesAbout(id)),
    readListings(db, id),
    readConversations(db, id),
    readCases(db, casesReportedBy(id)),
    readDecisions(db, id),
    listNotes(db, id),
    readTraces(db, id),
    readLinked(db, id),
  ]);
  const [listings, conversations, reportsBy, decisions, notes, traces, linked] = rest;
  const { warnings, ...reportsAbout } = about;
  return {
    user: { ...user, ...account },
    ...{ listings, conversations, reportsBy, reportsAbout, warnings, decisions },
    ...{ audit: audit.items, notes, traces, linked },
  };
}

function readAccount(db: Db, id: string) {
  return db
    .selectFrom('users as u')
    .select(['u.standing', 'u.standingAdjustment', 'u.standingReason'])
    .select(
      sql<boolean>`exists (select from banned_mailboxes where user_id = u.id)`.as('mailboxBanned'),
    )
    .where((eb) => eb.and({ 'u.id': id, 'u.deletedAt': null }))
    .executeTakeFirstOrThrow(() => notFound('User'));
}

/** Reads the person's listings that are not deleted. Reserved ones count as active. */
async function readListings(db: Db, sellerId: string): Promise<Person['listings']> {
  const state = sql<(typeof listingStates)[number]>`case
    when not is_active then 'hidden'
    when availability = 'sold' then 'sold'
    when availability = 'expired' then 'ended' else 'active' end`;
  const own = db.selectFrom('listings').where((eb) => eb.and({ sellerId, deletedAt: null }));
  const [counted, newest] = await Promise.all([
    own
      .select([state.as('state'), sql<number>`count(*)::int`.as('count')])
      .groupBy('state')
      .execute(),
    own
      .select(['id', 'title', 'price', 'createdAt', state.as('state')])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute(),
  ]);
  const countOf = (name: string) => counted.find((row) => row.state === name)?.count ?? 0;
  return {
    counts: {
      active: countOf('active'),
      sold: countOf('sold'),
      ended: countOf('ended'),
      hidden: countOf('hidden'),
    },
    newest: newest.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
}

async function readConversations(db: Db, userId: string): Promise<Person['conversations']> {
  // `offset 0` keeps the planner from scanning all messages of a sender.
  const { rows } = await sql<Person['conversations']>`
    select count(*)::int as opened,
      count(*) filter (where c.last_sender_id <> c.buyer_id or exists (
        select from (select sender_id from messages where conversation_id = c.id offset 0) m
        where m.sender_id <> c.buyer_id))::int as answered,
      (select count(*) from blocks where blocked_id = ${userId})::int as blocked_by
    from conversation_participants p join conversations c on c.id = p.conversation_id
    where p.user_id = ${userId} and c.buyer_id = ${userId}`.execute(db);
  return rows[0] ?? { opened: 0, answered: 0, blockedBy: 0 };
}

/** Selects the cases about a person. The index of the owners has only decided cases. */
function casesAbout(id: string): RawBuilder<unknown> {
  const columns = sql`select id, target_type, status, decision, last_report_at from moderation_cases`;
  return sql`
    ${columns} where status = 'decided' and owner_id = ${id}
    union all
    ${columns} where status = 'open' and owner_id = ${id}`;
}

function casesReportedBy(id: string): RawBuilder<unknown> {
  return sql`
    select c.id, c.target_type, c.status, c.decision, c.last_report_at
    from reports r join moderation_cases c on c.id = r.case_id where r.reporter_id = ${id}`;
}

async function readCases(db: Db, cases: RawBuilder<unknown>) {
  const { rows } = await sql<Person['reportsBy'] & { warnings: number }>`
    with found as (${cases})
    select count(*) filter (where status = 'open')::int as open,
      count(*) filter (where decision not in ('dismiss', 'publish'))::int as upheld,
      count(*) filter (where decision in ('dismiss', 'publish'))::int as dismissed,
      count(*) filter (where decision = 'warn')::int as warnings,
      (select coalesce(json_agg(n), '[]') from (
        select id, target_type as "targetType", decision,
          to_char(last_report_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            as "lastReportAt"
        from found order by last_report_at desc, id limit ${mostShown}) n) as newest
    from found`.execute(db);
  return rows[0] ?? { open: 0, upheld: 0, dismissed: 0, warnings: 0, newest: [] };
}

async function readDecisions(db: Db, userId: string): Promise<Person['decisions']> {
  const rows = await db
    .selectFrom('decisions')
    .select(['id', 'kind', 'targetType', 'targetId', 'guideline', 'reason', 'decidedBy'])
    .select(['createdAt', 'reversedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostDecisions)
    .execute();
  const people = await findPeople(
    db,
    rows.map((row) => row.decidedBy),
  );
  return rows.map((row) => {
    const admin = people.get(row.decidedBy ?? '');
    return {
      ...row,
      decidedBy: admin ? viewPerson(admin) : null,
      createdAt: row.createdAt.toISOString(),
      reversedAt: row.reversedAt?.toISOString() ?? null,
    };
  });
}

async function readLinked(db: Db, userId: string): Promise<Person['linked']> {
  const links = (await linkedAccounts(db, userId)).slice(0, mostLinked);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'deletedAt'])
    .select(['standing', 'deactivatedAt'])
    .where('id', '=', sql<string>`any(${links.map((link) => link.userId)}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute();
  return links.flatMap(({ userId: linkedId, shares }) => {
    const user = rows.find(({ id }) => id === linkedId);
    if (!user) return [];
    const { standing, deactivatedAt } = user;
    return [{ ...viewPerson(user), standing, isActive: deactivatedAt === null, shares }];
  });
}

type Trace = Person['traces'][number];

/**
 * Reads sessions, trusted devices, and the traces of sign-ins, reviews and reports, the last used
 * first.
 */
async function readTraces(db: Db, userId: string): Promise<Trace[]> {
  const { rows } = await sql<
    Omit<Trace, 'firstAt' | 'lastAt' | 'label'> & {
      network: string | null;
      userAgent: string | null;
      firstAt: Date;
      lastAt: Date;
    }
  >`
    with written as (
      select mailbox_hash, network_hash, browser_hash, created_at, null as rough_network
      from reviews where reviewer_id = ${userId}
      union all
      select mailbox_hash, network_hash, null, created_at, null
      from reports where reporter_id = ${userId}
      union all
      (select mailbox_hash, network_hash, browser_hash, created_at, rough_network
      from sign_ins where user_id = ${userId} and outcome <> 'refused'
      order by created_at desc limit ${mostSignIns})
    ), found as (
      select 'session' as kind, user_agent, null::bytea as hash, created_at,
        last_seen_at as last_at, null as network
      from sessions where user_id = ${userId} and expires_at > now()
      union all
      select 'device', user_agent, family_hash, created_at, last_used_at, null
      from trusted_devices where user_id = ${userId} and expires_at > now()
      union all
      select t.kind, null, t.hash, created_at, created_at,
        case when t.kind = 'network' then w.rough_network end
      from written w, lateral (values ('mailbox', w.mailbox_hash), ('network', w.network_hash),
        ('browser', w.browser_hash)) t (kind, hash)
      where t.hash is not null
    )
    select kind, user_agent, left(encode(hash, 'hex'), 8) as trace,
      max(network) as network, min(created_at) as first_at, max(last_at) as last_at
    from found group by kind, user_agent, hash
    order by max(last_at) desc limit ${mostTraces}`.execute(db);
  return rows.map(({ network, userAgent, firstAt, lastAt, ...row }) => ({
    ...row,
    label: userAgent === null ? network : deviceLabel(userAgent),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}
