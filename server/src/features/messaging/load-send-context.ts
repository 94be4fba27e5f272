import type { Pool, QueryConfig } from 'pg';
import { createBatcher } from '../../platform/batcher.ts';
import type { MessageFrame } from './conversation.view.ts';

/** A conversation as far as sending in it needs it. */
export interface SendingRow extends MessageFrame {
  otherLeft: boolean;
  /** What the sender is called by. */
  firstName: string | null;
  lastName: string | null;
  username: string;
  /** The sender has used this client id before, here or elsewhere. */
  isSent: boolean;
}

/** Named, so that a connection plans it once: planning it took longer than running it. */
const findSendingStatement: QueryConfig = {
  name: 'find-sending',
  text: `
    select asked.n::integer, c.id, c.listing_id as "listingId",
      case when l.deleted_at is null then l.title else c.listing_title end as "listingTitle",
      u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.username, o.id as "otherId", o.email as "otherEmail",
      o.deleted_at is not null as "otherDeleted",
      o.deleted_at is not null or o.deactivated_at is not null as "otherLeft",
      m.id is not null as "isSent"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[])
      with ordinality as asked (conversation_id, sender_id, client_id, n)
    join conversation_participants p
      on p.conversation_id = asked.conversation_id and p.user_id = asked.sender_id
    join conversations c on c.id = p.conversation_id
    join listings l on l.id = c.listing_id
    join users u on u.id = p.user_id
    join users o on o.id = p.other_id
    left join messages m on m.sender_id = p.user_id and m.client_id = asked.client_id`,
};

interface Asked {
  senderId: string;
  conversationId: string;
  clientId: string;
}

/** The conversation, for one who is part of it and wants to send; undefined for everybody else. */
export const loadSendContext = createBatcher(
  async (pool: Pool, asked: Asked[]): Promise<(SendingRow | undefined)[]> => {
    const { rows } = await pool.query<SendingRow & { n: number }>({
      ...findSendingStatement,
      values: [
        asked.map(({ conversationId }) => conversationId),
        asked.map(({ senderId }) => senderId),
        asked.map(({ clientId }) => clientId),
      ],
    });
    const found: (SendingRow | undefined)[] = asked.map(() => undefined);
    for (const { n, ...row } of rows) found[n - 1] = row;
    return found;
  },
);
