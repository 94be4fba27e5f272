import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { towns as regionTowns } from '@marketplace/shared/regions/towns';

/** What anchors are chosen from. */
interface Anchored {
  category: string | null;
  towns: string[] | null;
  county: string | null;
  sellerId: string | null;
  requested: string[] | null;
}

const countyOf = new Map<string, string>(regionTowns.map(({ name, county }) => [name, county]));

/**
 * Returns what a listing must have one of to match: the category, the place and the rarest word of the search, as
 * far as it has them: the county for one with a word, since it would have many towns else. `lexemes` are those of
 * which a listing has one, for each word.
 */
export async function anchorsOf(
  db: Db,
  { category, towns, county, sellerId, requested }: Anchored,
  lexemes: string[][],
): Promise<string[]> {
  if (sellerId) return [`seller ${sellerId}`];
  const rarest = await rarestOf(db, lexemes);
  const placeOf = (town: string) => (lexemes.length > 0 ? (countyOf.get(town) ?? '') : `@${town}`);
  // A listing whose title has the words need not be in a place that was one of them.
  const isAnywhere = requested?.some((field) => field === 'towns' || field === 'county');
  const places = isAnywhere ? [''] : [...new Set(towns?.map(placeOf) ?? [county ?? ''])];
  return places.flatMap((place) => rarest.map((word) => `${category ?? ''}/${place}/${word}`));
}

/**
 * Returns the group of lexemes that the fewest listings have by the planner's statistics; of those that it does not
 * know, the one with the longest words. Without groups, the empty word.
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

/** The condition that the search `s` and the row `listings` have an anchor in common. */
export function isCandidate() {
  return sql<boolean>`s.id = any(array(
    select search_id from search_anchors where anchor = any(${listingAnchors()})))`;
}

/** The anchors of the row `listings`, of which its searches have one. */
function listingAnchors() {
  return sql<string[]>`(array(
      select of_category || '/' || place || '/' || word
      from unnest(array['', listings.category]) as of_category, (
        select place, word
        from unnest(array['', listings.county]) as place, (
          select unnest(tsvector_to_array(listings.search)) as word
        ) as words
        union all
        select place, '' from unnest(array['', listings.county, '@' || listings.town]) as place
      ) as places
    ) || ('seller ' || listings.seller_id))`;
}
