import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { PushKind } from '@marketplace/shared/push/constants';

/** What a push tells one device of; its words are made when it is sent. */
export const pushJob = z.object({
  subscriptionId: z.string(),
  /** After that nobody wants it any more. */
  until: z.iso.datetime({ offset: true }),
  about: z.union([
    z.object({ conversationId: z.string(), seq: z.number() }),
    z.object({ notificationId: z.string(), at: z.iso.datetime({ offset: true }) }),
  ]),
});
export type PushJob = z.output<typeof pushJob>;

/** Mail goes first. */
export const pushPriority = 1;

/**
 * SQL that adds the job of a push to the device `s`, a row of `push_subscriptions`. `kind`, `subject` and
 * `about` are SQL too: a job with the same kind and subject that has not started is replaced.
 */
export function addingPush({ kind, subject, about }: Record<'kind' | 'subject' | 'about', string>) {
  return `(graphile_worker.add_job('sendPush',
    json_build_object('subscriptionId', s.id, 'about', ${about},
      'until', now() + case ${kind} when 'reminders' then interval '1 hour' else interval '1 day' end),
    job_key => 'push:' || s.id || ':' || ${kind} || ':' || ${subject},
    priority => ${pushPriority})).id`;
}

/** Pushes stored notifications to the devices that their users want to be told of these kinds on. */
export async function queuePushes(
  trx: Db,
  wanted: { notificationId: string; kind: PushKind }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const job = addingPush({
    kind: `wanted.kind`,
    subject: 'n.group_key',
    about: `json_build_object('notificationId', n.id, 'at', n.created_at)`,
  });
  const ids = wanted.map(({ notificationId }) => notificationId);
  const kinds = wanted.map(({ kind }) => kind);
  await sql`
    select ${sql.raw(job)}
    from unnest(${ids}::uuid[], ${kinds}::text[]) as wanted (id, kind)
    join notifications n on n.id = wanted.id
    join push_subscriptions s on s.user_id = n.user_id and wanted.kind = any(s.kinds)`.execute(trx);
}
