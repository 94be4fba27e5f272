import { sql } from 'kysely';

/** The condition that both people of the conversation `c` have written in it. */
export const bothWrote = sql<boolean>`(
  exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.buyer_id)
  and exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.seller_id))`;
