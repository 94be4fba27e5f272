import { sql } from 'kysely';

/** What anchors are chosen from. */
interface Anchored {
  words: string | null;
  category: string | null;
  towns: string[] | null;
  county: string | null;
  sellerId: string | null;
}

/**
 * What a listing must have one of to match. Of the words, the group with the longest one: long words are
 * rarer.
 */
export function anchorsOf({ words, category, towns, county, sellerId }: Anchored): string[] {
  if (sellerId) return [`seller ${sellerId}`];
  if (words) return rarestGroup(words).map((word) => `word ${word}`);
  const places = towns?.map((town) => `town ${town}`) ?? (county ? [`county ${county}`] : []);
  if (places.length > 0) return category ? places.map((place) => `${category} ${place}`) : places;
  return [category ? `category ${category}` : 'any'];
}

/** A beginning stands for its first letters, which each word of a listing has too. */
export const beginningLength = 3;

/** The words of a group of which one is enough; a tsquery in text form is groups that all must match. */
function rarestGroup(words: string): string[] {
  const groups = words.split(') & (').map((group) =>
    Array.from(group.matchAll(/'((?:[^']|'')*)'(:\*)?/g), ([, word = '', isBeginning]) => {
      const plain = word.replaceAll("''", "'");
      return isBeginning ? `${plain.slice(0, beginningLength)}*` : plain;
    }),
  );
  const shortest = (group: string[]) => Math.min(...group.map((word) => word.length));
  return groups.reduce((best, group) => (shortest(group) > shortest(best) ? group : best));
}

/** The condition that the search `s` and the row `listings` have an anchor in common. */
export function isCandidate() {
  return sql<boolean>`s.anchors && ${listingAnchors()}`;
}

/** What the row `listings` has of which its searches have one; see `anchorsOf`. */
export function listingAnchors() {
  return sql<string[]>`(array[
      'any', 'seller ' || listings.seller_id, 'category ' || listings.category,
      'town ' || listings.town, 'county ' || listings.county,
      listings.category || ' town ' || listings.town,
      listings.category || ' county ' || listings.county
    ] || array(
      select 'word ' || form
      from unnest(tsvector_to_array(listings.search)) as word,
      lateral (values (word), (left(word, 1) || '*'), (left(word, 2) || '*'),
        (left(word, ${sql.lit(beginningLength)}) || '*')) as forms (form)
    ))`;
}
