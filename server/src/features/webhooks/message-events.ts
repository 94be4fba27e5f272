/**
 * A part of the statement that stores messages: adds a delivery for each of the receiver's webhooks
 * for messages. A trigger queues its job. Within the statement, a message costs no other query.
 */
export const hooking = `
  ), hooked as (
    insert into webhook_deliveries (webhook_id, event, data)
    select w.id, 'message.received', e.view - '{senderEmail,receiverEmail,clientId,isRead}'::text[]
    from events e
    join webhooks w on w.user_id = e.user_id and w.enabled and 'message.received' = any(w.events)
    where e.added = 1`;
