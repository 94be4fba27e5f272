import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { mailEvent } from '../notifications/preferences.ts';

type DigestContext = Pick<AppContext, 'db' | 'secrets' | 'config'>;

/**
 * Runs the job `mailQueueDigest`: emails each admin who wants it about open cases, at most once a
 * day, while one has waited for over a day. Marks the admins in the transaction that queues their
 * emails, so that workers may run it concurrently.
 */
export async function mailQueueDigest(ctx: DigestContext, now = new Date()): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const admins = await claimAdmins(trx, now);
    if (admins.length === 0) return;
    const lead = await describeQueue(trx, now);
    for (const admin of admins) {
      await mailEvent({ ...ctx, db: trx }, admin, {
        list: 'moderation',
        subject: 'Reports are waiting for a decision',
        lead,
        quote: null,
        action: 'Open the queue',
        path: '/admin?tab=reports',
        why: "You're receiving this email because you're an administrator",
      });
    }
  });
}

async function claimAdmins(trx: Db, now: Date) {
  const { rows } = await sql<{ id: string; email: string }>`
    update users set moderation_mailed_at = ${now}
    where is_admin and mail_moderation and deactivated_at is null and deleted_at is null
      and coalesce(moderation_mailed_at, '-infinity') <= ${now}::timestamptz - interval '1 day'
      and exists (select from moderation_cases
        where status = 'open' and created_at < ${now}::timestamptz - interval '1 day')
    returning id, email`.execute(trx);
  return rows;
}

/** Returns a text such as '14 reports are open: 12 listings and 2 messages. The oldest ...'. */
async function describeQueue(trx: Db, now: Date): Promise<string> {
  const { rows } = await sql<{ kind: string; count: number; oldestAt: Date }>`
    select target_type as kind, count(*)::integer as count, min(created_at) as oldest_at
    from moderation_cases where status = 'open' group by 1 order by 2 desc, 1`.execute(trx);
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const kinds = rows.map(({ kind, count }) => counted(count, kind));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const oldest = Math.min(...rows.map(({ oldestAt }) => oldestAt.getTime()));
  const days = Math.floor((now.getTime() - oldest) / 86_400_000);
  const list = new Intl.ListFormat('en-US').format(kinds);
  return `${counted(total, 'report')} ${total === 1 ? 'is' : 'are'} open: ${list}. The oldest has waited for ${counted(days, 'day')}.`;
}
