import { type RawBuilder, sql } from 'kysely';

/** The condition that both people of the conversation `c` have written in it. */
export const bothWrote = sql<boolean>`(
  exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.buyer_id)
  and exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.seller_id))`;

/** The condition that the user `one` and the user `other` have both written in a conversation. */
export function haveTalked(one: RawBuilder<unknown>, other: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from conversation_participants p join conversations c on c.id = p.conversation_id
    where p.user_id = ${one} and p.other_id = ${other} and ${bothWrote})`;
}
