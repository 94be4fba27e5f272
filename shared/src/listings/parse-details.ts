import { phrasesOf } from './detail-phrases.ts';

/** A product's attribute as shown: its name and its value. */
export type Detail = [name: string, value: string];

export interface ListingText {
  /** In the order of their first mention. Pairs, since a name can be any text, '__proto__' too. */
  details: Detail[];
  description: string;
}

const longestName = 50;
/** A name with one of these is the beginning of a sentence. */
const wordsOfSentences = [' the ', ' is ', ' has ', ' for '];

// 'Sleeve Length' first, since the first that fits is taken.
const leadingWords = [
  'Sleeve Length',
  'Pattern',
  'Size',
  'Color',
  'Material',
  'Neck',
  'Brand',
  'Model',
  'Type',
  'Style',
  'Fit',
  'Length',
  'Width',
  'Height',
  'Weight',
  'Condition',
  'Fabric',
];
const leadingWordLine = new RegExp(
  `^(${leadingWords.join('|').replace(' ', '\\s+')})(?:\\s*[=–—]\\s*|\\s+-\\s+|\\s+)(\\S.*)$`,
  'i',
);

/** What a listing shows of its text: a stored details object with the whole description, or what is found in that. */
export function listingText(listing: {
  description: string;
  details: Record<string, string> | null;
}): ListingText {
  if (!listing.details) return parseDetails(listing.description);
  return { details: Object.entries(listing.details), description: listing.description };
}

/**
 * Takes the attribute lines out of a description (specification section 3, Details fallback), in
 * time linear in its length. The rest is one text, joined with spaces. A name that comes again, in
 * any case, adds its value to the first one's.
 */
export function parseDetails(description: string): ListingText {
  const found = new Map<string, { name: string; values: Set<string> }>();
  const add = (name: string, value: string) => {
    const key = name.toLowerCase();
    const known = found.get(key);
    if (known) known.values.add(value);
    else found.set(key, { name, values: new Set([value]) });
  };
  const rest: string[] = [];
  for (const rawLine of description.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const line = rawLine.trim();
    if (line === '') continue;
    const bare = line.replace(/^[-*•·–]\s+/, '');
    const detail = namedDetail(bare) ?? leadingWordDetail(bare);
    const phrases = detail ? null : phrasesOf(bare);
    if (detail) add(...detail);
    else if (phrases) for (const { group, phrase } of phrases) add(group, phrase);
    else rest.push(line);
  }
  return {
    details: [...found.values()].map(({ name, values }) => [name, [...values].join(', ')]),
    description: rest.join(' '),
  };
}

/** 'Name: value'. The colon of an address or a time is none. */
function namedDetail(line: string): Detail | null {
  const colon = line.indexOf(':');
  // A character takes at most two units.
  if (colon < 1 || colon > 2 * longestName + 1) return null;
  const name = line.slice(0, colon).trim();
  const value = line.slice(colon + 1);
  if (name === '' || Array.from(name).length > longestName || isSentence(name)) return null;
  if (value.trim() === '' || value.startsWith('//')) return null;
  if (/\d$/.test(name) && /^\d/.test(value)) return null;
  return [name, value.trim()];
}

/** 'Size 10', 'Color - blue': a known name and its value without a colon. */
function leadingWordDetail(line: string): Detail | null {
  const [, word, value] = leadingWordLine.exec(line) ?? [];
  if (!word || !value || isSentence(line) || /^brand[\s-]+new\b/i.test(line)) return null;
  const spaced = word.toLowerCase().replace(/\s+/g, ' ');
  return [leadingWords.find((known) => known.toLowerCase() === spaced) ?? word, value];
}

function isSentence(text: string): boolean {
  const lower = text.toLowerCase();
  return wordsOfSentences.some((word) => lower.includes(word));
}
