import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/**
 * Notes the words of a text among those that a misspelt search is corrected to. They are inserted
 * in order, so that two transactions with words in common wait for one another but never in a ring;
 * call it last in a transaction, as it waits.
 */
export async function addSearchWords(db: Db, text: string): Promise<void> {
  await sql`
    insert into search_words (word)
    select distinct word
    from regexp_split_to_table(lower(unaccent(${text})), '[^[:alpha:]]+') as word
    where length(word) between 3 and 40
    order by word
    on conflict do nothing`.execute(db);
}
