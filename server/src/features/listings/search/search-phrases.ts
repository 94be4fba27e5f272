import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { filterListings } from './listings.search.ts';

/** How many titles, the newest of available listings, the phrases are taken from. */
const titlesRead = 20_000;

/** Words that are in no phrase. */
const fillers =
  'a an and as at be by for from i in is it my no not of on or the to with your'.split(' ');

/** What ends a part of a title: anything but letters, digits, blanks and hyphens, and those words. */
const partEnds = `[^[:alnum:] -]+| -+ |\\m(?:${fillers.join('|')})\\M`;

const apostrophes = "'’";

/**
 * Replaces the phrases that searches are completed to by those of the newest titles: every word, up to
 * three words at the end of a part of a title ('dining table' in 'Oak dining table with leaves'), and other
 * neighbors that two sellers wrote. Uses are counted by seller, so that nobody makes a phrase common alone.
 * A phrase that is only ever used as the beginning of a longer one is left out.
 */
export async function refreshSearchPhrases(db: Db): Promise<void> {
  const titles = filterListings(db, { withInactive: false })
    .select(['sellerId', 'title'])
    .orderBy(sql`created_at desc, id desc`)
    .limit(titlesRead);
  await db.transaction().execute(async (trx) => {
    // Lets readers through, and makes another refresh wait.
    await sql`lock table search_phrases in share row exclusive mode`.execute(trx);
    await trx.deleteFrom('searchPhrases').execute();
    await sql`
      with part as materialized (
        select seller_id, regexp_split_to_array(trim(both ' -' from part), '[ -]+') as words
        from (${titles}) as listings,
          regexp_split_to_table(lower(unaccent(translate(title, ${apostrophes}, ''))), ${partEnds})
            as part
      ), found as (
        select seller_id, array_to_string(words[start : start + size - 1], ' ') as phrase,
          size = 1 or start + size - 1 = cardinality(words) as is_end
        from part, generate_series(1, cardinality(words)) start, generate_series(1, 3) size
        where start + size - 1 <= cardinality(words) and words[start] ~ '^[[:alpha:]]'
      ), counted as materialized (
        select phrase, count(distinct seller_id)::int as uses
        from found
        where length(phrase) between 2 and 60
        group by phrase
        having bool_or(is_end) or count(distinct seller_id) > 1
      ), continued as (
        select regexp_replace(phrase, ' [^ ]+$', '') as phrase, uses from counted
        where phrase like '% %'
      )
      insert into search_phrases (phrase, uses)
      select phrase, uses from counted
      except select phrase, uses from continued`.execute(trx);
  });
}
