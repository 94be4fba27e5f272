import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Traces } from '../../platform/traces.ts';
import { bothWrote } from '../messaging/both-wrote.ts';

/** An account this old has standing, and so has one that has talked with an account this old. */
const standingAfter = sql`interval '3 days'`;

/** A report `r` of a deactivated or deleted `author` no longer counts. */
const counts = sql`r.carries_weight
  and author.deactivated_at is null and author.deleted_at is null`;

/**
 * Whether a report of a listing counts toward hiding it: by an account with standing, from neither
 * the mailbox nor the network of a report that counts already. To be called with the case locked.
 */
export async function carriesWeight(
  trx: Db,
  {
    caseId,
    listingId,
    reporterId,
    traces,
  }: { caseId: string; listingId: string; reporterId: string; traces: Traces },
): Promise<boolean> {
  const { rows } = await sql`
    select from users u
    where u.id = ${reporterId}
      and (u.created_at < now() - ${standingAfter}
        or exists (
          select from conversation_participants p
          join conversations c on c.id = p.conversation_id
          join users other on other.id = p.other_id
          where p.user_id = u.id and ${bothWrote}
            and (other.created_at < now() - ${standingAfter}
              or other.id = (select seller_id from listings where id = ${listingId})))
        or exists (
          select from orders o
          where (o.buyer_id = u.id or o.seller_id = u.id) and o.captured_at is not null
            and o.state = 'captured'))
      and not exists (
        select from reports r join users author on author.id = r.reporter_id
        where r.case_id = ${caseId} and ${counts}
          and (r.mailbox_hash = ${traces.mailboxHash} or r.network_hash = ${traces.networkHash}))
    `.execute(trx);
  return rows.length > 0;
}

/** How many reports of a case count toward hiding its listing, as a number in a statement. */
export function reportsWithWeight(caseId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer from reports r join users author on author.id = r.reporter_id
    where r.case_id = ${caseId} and ${counts})`;
}
