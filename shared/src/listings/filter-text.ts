import { isolated } from '../direction.ts';
import { formatPriceExact } from '../money.ts';
import type { filterParameters } from '../paths.ts';
import { categoryLabel, conditionLabel, kindLabel } from './constants.ts';

type Name = Exclude<(typeof filterParameters)[number], 'sort' | 'after'>;

/** The filters of a list, from an address or the server. Empty and missing values do not filter. */
export type FilterValues = { [Key in Name]?: string | number | boolean | undefined };

/** Describes a filtered list: 'Electronics matching “lamp” in Albany, under $20'. */
export function listedText(filters: FilterValues): string {
  const { category, location, featured, availability, exclude, withPhoto, kind } = filters;
  const what = category ? categoryLabel(String(category)) : 'Listings';
  const details = [areaText, priceText, conditionText, postedText].map((text) => text(filters));
  return [
    featured ? `Featured ${what}` : what,
    filters.search && ` matching ${lower(searchText(filters))}`,
    location && ` in ${location}`,
    ...details.map((text) => text && `, ${lower(text)}`),
    withPhoto && ', with photo',
    exclude && `, without ${quoted(String(exclude))}`,
    kind && `, ${lower(kindText(filters))}`,
    availability && ', reserved too',
  ]
    .filter(Boolean)
    .join('');
}

/** Returns '“lamp”' or 'Exactly “lamp”'; '' without a search. */
export function searchText({ search, literal }: FilterValues): string {
  if (!search) return '';
  return `${literal ? 'Exactly ' : ''}${quoted(String(search))}`;
}

/** Matches phrases in straight or curly quotes. */
export const phrases = /(?<!\S)["“”„]([^"“”„]+)["“”„](?!\S)/g;

/** Quotes the words, or only the quoted phrases among them: '“oak desk” lamp'. */
export function quoted(words: string): string {
  return words.match(phrases)
    ? words.replace(phrases, (_, phrase: string) => `“${isolated(phrase)}”`)
    : `“${isolated(words)}”`;
}

/** Returns 'Within 10 miles of Troy' or 'On the way from Troy to Hudson, within 5 miles', or ''. */
export function areaText({ near, from, to, within }: FilterValues): string {
  if (!within) return '';
  return from
    ? `On the way from ${from} to ${to}, within ${within} miles`
    : `Within ${within} miles of ${near}`;
}

/** Returns 'Posted in the last 7 days'; '' without a maximum age. */
export function postedText({ postedWithin }: FilterValues): string {
  if (!postedWithin) return '';
  return `Posted in the last ${Number(postedWithin) === 1 ? '24 hours' : `${postedWithin} days`}`;
}

/** Returns 'Under $20', 'From $5', '$5–$20', or 'Free'; '' without a price. */
export function priceText({ minPrice, maxPrice, free }: FilterValues): string {
  if (free || (maxPrice && Number(maxPrice) === 0)) return 'Free';
  if (minPrice && maxPrice) return `${amount(minPrice)}–${amount(maxPrice)}`;
  if (minPrice) return `From ${amount(minPrice)}`;
  return maxPrice ? `Under ${amount(maxPrice)}` : '';
}

/** Returns 'Like new', 'Good condition', or 'Used'; '' without a condition. */
export function conditionText({ condition }: FilterValues): string {
  if (!condition) return '';
  if (condition === 'used') return 'Used';
  const label = conditionLabel(String(condition));
  return /new/i.test(label) ? label : `${label} condition`;
}

/** Returns 'Offered' or 'Wanted'; '' for both. */
export function kindText({ kind }: FilterValues): string {
  return kind ? kindLabel(kind === 'wanted' ? 'wanted' : 'offer') : '';
}

function amount(price: string | number | boolean): string {
  return formatPriceExact(String(price)).replace(/\.00$/, '');
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
