import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { towns as regionTowns } from '@marketplace/shared/regions/towns';

/** What anchors are chosen from. */
interface Anchored {
  words: string | null;
  category: string | null;
  towns: string[] | null;
  county: string | null;
  sellerId: string | null;
}

/** Words are told apart by so many letters, so that one that begins another is found with it. */
const letters = 6;

const countyOf = new Map<string, string>(regionTowns.map(({ name, county }) => [name, county]));

/**
 * What a listing must have one of to match: the category, the place and the rarest word of the search, as
 * far as it has them: the county for one with a word, since it would have many towns else.
 */
export async function anchorsOf(
  db: Db,
  { words, category, towns, county, sellerId }: Anchored,
): Promise<string[]> {
  if (sellerId) return [`seller ${sellerId}`];
  const rarest = words ? await rarestOf(db, groupsOf(words)) : [''];
  const placeOf = (town: string) => (words ? (countyOf.get(town) ?? '') : `@${town}`);
  const places = new Set(towns?.map(placeOf) ?? [county ?? '']);
  return [...places].flatMap((place) => rarest.map((word) => `${category ?? ''}/${place}/${word}`));
}

/** The words of each group, of which one is enough; a tsquery in text form is groups that all must match. */
function groupsOf(words: string): string[][] {
  return words.split(') & (').map((group) => {
    const begun = Array.from(group.matchAll(/'((?:[^']|'')*)'/g), ([, word = '']) =>
      [...word.replaceAll("''", "'")].slice(0, letters).join(''),
    );
    const isBegun = (word: string) =>
      begun.some((other) => other !== word && word.startsWith(other));
    return [...new Set(begun)].filter((word) => !isBegun(word));
  });
}

/** Which words are common is what the planner knows of all listings; of those it does not, the longest. */
async function rarestOf(db: Db, groups: string[][]): Promise<string[]> {
  const [first = []] = groups;
  if (groups.length < 2) return first;
  const { rows } = await sql<{ number: number }>`
    select ordinality::int as number
    from json_array_elements(${JSON.stringify(groups)}::json) with ordinality as groups (words, ordinality)
    order by (
      select coalesce(sum(share), 0)
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (other, share),
        json_array_elements_text(words) as word
      where schemaname = 'public' and tablename = 'listings' and attname = 'search'
        and starts_with(other, word)
    ), (select min(length(word)) from json_array_elements_text(words) as word) desc
    limit 1`.execute(db);
  return groups[(rows[0]?.number ?? 1) - 1] ?? first;
}

/** The condition that the search `s` and the row `listings` have an anchor in common. */
export function isCandidate() {
  return sql<boolean>`s.id = any(array(
    select search_id from search_anchors where anchor = any(${listingAnchors()})))`;
}

/** What the row `listings` has of which its searches have one. */
function listingAnchors() {
  return sql<string[]>`(array(
      select of_category || '/' || place || '/' || word
      from unnest(array['', listings.category]) as of_category, (
        select place, word
        from unnest(array['', listings.county]) as place, (
          select distinct left(whole, length) as word
          from unnest(tsvector_to_array(listings.search)) as whole,
            generate_series(1, ${sql.lit(letters)}) as length
        ) as words
        union all
        select place, '' from unnest(array['', listings.county, '@' || listings.town]) as place
      ) as places
    ) || ('seller ' || listings.seller_id))`;
}
