import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { towns as regionTowns } from '@marketplace/shared/regions/towns';

interface Anchored {
  category: string | null;
  towns: string[] | null;
  county: string | null;
  sellerId: string | null;
  requested: string[] | null;
}

const countyOf = new Map<string, string>(regionTowns.map(({ name, county }) => [name, county]));

/**
 * Returns the anchors of a search. A listing must have one of them to match. An anchor combines the
 * category, the place and the rarest word of the search, as far as it has them. With a word and
 * several towns the places are their counties, because a search can name a hundred towns. `lexemes`
 * has a group for each word; a listing must have one lexeme of each group.
 */
export async function anchorsOf(
  db: Db,
  { category, towns, county, sellerId, requested }: Anchored,
  lexemes: string[][],
): Promise<string[]> {
  if (sellerId) return [`seller ${sellerId}`];
  const rarest = await rarestOf(db, lexemes);
  const usesCounties = lexemes.length > 0 && towns && towns.length > 1;
  const placeOf = (town: string) => (usesCounties ? (countyOf.get(town) ?? '') : `@${town}`);
  // A listing also matches if its title has the words that were read as a place, wherever it is.
  const isAnywhere = requested?.some((field) => field === 'towns' || field === 'county');
  const places = isAnywhere ? [''] : [...new Set(towns?.map(placeOf) ?? [county ?? ''])];
  return places.flatMap((place) => rarest.map((word) => `${category ?? ''}/${place}/${word}`));
}

/**
 * Returns the rarest group of lexemes by the planner's statistics. Among groups without statistics,
 * picks the one with the longest words. Without groups, returns the empty word.
 */
async function rarestOf(db: Db, groups: string[][]): Promise<string[]> {
  const [first = ['']] = groups;
  if (groups.length < 2) return first;
  const { rows } = await sql<{ number: number }>`
    select ordinality::int as number
    from json_array_elements(${JSON.stringify(groups)}::json) with ordinality as groups (words, ordinality)
    order by (
      select coalesce(sum(share), 0)
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (other, share)
      where schemaname = 'public' and tablename = 'listings' and attname = 'search'
        and other in (select json_array_elements_text(words))
    ), (select min(length(word)) from json_array_elements_text(words) as word) desc
    limit 1`.execute(db);
  return groups[(rows[0]?.number ?? 1) - 1] ?? first;
}

/**
 * Returns an SQL condition: the search `s` and the row `listings` share an anchor, and the listing
 * does not cost more than the search allows.
 */
export function sharesAnchor() {
  return sql<boolean>`s.id = any(array(
    select search_id from search_anchors
    where anchor = any(${listingAnchors()}) and (max_price is null or max_price >= listings.price)))`;
}

/** Returns an SQL expression: all anchors that a search can have to match the row `listings`. */
function listingAnchors() {
  return sql<string[]>`(array(
      select of_category || '/' || place || '/' || word
      from unnest(array['', listings.category]) as of_category,
        unnest(array['', listings.county, '@' || listings.town]) as place,
        unnest(array_append(tsvector_to_array(listings.search), '')) as word
    ) || ('seller ' || listings.seller_id))`;
}
