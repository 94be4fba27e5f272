import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { PushKind } from '@marketplace/shared/push/constants';

/** The event that a push to one device is about. Its text is written when it is sent. */
export const pushJob = z.object({
  subscriptionId: z.string(),
  /** The time after which the push is of no use. */
  until: z.iso.datetime({ offset: true }),
  about: z.union([
    z.object({ conversationId: z.string(), seq: z.number() }),
    z.object({ notificationId: z.string(), at: z.iso.datetime({ offset: true }) }),
  ]),
});
export type PushJob = z.output<typeof pushJob>;

/** The job priority of pushes. Emails come first. */
export const pushPriority = 1;

/**
 * Returns SQL that adds a push job for the device `s`, a row of `push_subscriptions`. `kind`,
 * `subject` and `about` are SQL, too. The job replaces a waiting one with the same kind and
 * subject.
 */
export function pushJobSql({ kind, subject, about }: Record<'kind' | 'subject' | 'about', string>) {
  return `(graphile_worker.add_job('sendPush',
    json_build_object('subscriptionId', s.id, 'about', ${about},
      'until', now() + case ${kind} when 'reminders' then interval '1 hour' else interval '1 day' end),
    job_key => 'push:' || s.id || ':' || ${kind} || ':' || ${subject},
    priority => ${pushPriority})).id`;
}

/** Queues pushes of stored notifications to the devices on which their users want these kinds. */
export async function queuePushes(
  trx: Db,
  wanted: { notificationId: string; kind: PushKind }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const job = pushJobSql({
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
