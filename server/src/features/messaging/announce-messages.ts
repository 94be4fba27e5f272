/* SQL of the statement that stores messages. It notifies the receivers and the moderators. */
import { heldReason } from '@marketplace/shared/moderation/constants';
import { pushJobSql } from '../../platform/jobs.ts';

/** Adds a notification for the first unread message, and updates it for each step of a deal. */
export const notifying = `
  ), notified as (
    insert into notifications (user_id, group_key, type, data)
    select user_id, 'conversation:' || conversation_id, 'message', jsonb_build_object(
      'conversationId', conversation_id, 'messageId', view -> 'id', 'name', sender_name,
      'listingTitle', title, 'kind', kind, 'content', case kind when 'text' then null
        else view -> 'content' end)
    from events
    where added = 1 and (conversation_unread = 1 or kind <> 'text')
    order by user_id, conversation_id
    on conflict (user_id, group_key) where read_at is null do update
    set data = excluded.data, created_at = excluded.created_at`;

const pushKind = `case when e.kind in ('text', 'photo') then 'messages' else 'deals' end`;

/**
 * Queues a push to each of the receiver's devices that is subscribed to this kind. Requests are
 * quiet.
 */
export const pushing = `
  ), pushed as (
    select ${pushJobSql({
      kind: pushKind,
      subject: 'e.conversation_id',
      about: `json_build_object('conversationId', e.conversation_id, 'seq', e.view -> 'seq')`,
    })} as job
    from events e
    join push_subscriptions s on s.user_id = e.user_id and ${pushKind} = any(s.kinds)
    where e.added = 1 and not e.is_request`;

/** How many messages before the reported one are stored with it, as with reports by people. */
const messagesBefore = 5;

/** Opens a moderation case for each message with a `report`, and stores the report in it. */
export const reporting = `
  ), opened as (
    insert into moderation_cases (target_type, target_id)
    select 'message', id from admitted where report is not null
    returning id, target_id
  ), reported as (
    insert into reports (target_type, target_id, case_id, reason, comment, evidence)
    select 'message', a.id, o.id, '${heldReason}', a.report, jsonb_build_object(
      'conversationId', a.conversation_id, 'listingId', a.listing_id, 'senderId', a.sender_id,
      'content', a.content, 'kind', a.kind, 'data', a.data, 'seq', a.seq,
      'createdAt', a.view -> 'createdAt', 'before', array(
        select jsonb_build_object('senderId', sender_id, 'content', content, 'kind', kind,
          'data', data, 'seq', seq, 'createdAt', created_at)
        from messages m
        where m.conversation_id = a.conversation_id and m.seq >= a.seq - ${messagesBefore}
        order by m.seq))
    from opened o join admitted a on a.id = o.target_id`;
