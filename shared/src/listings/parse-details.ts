/** A product's attribute as shown: its name and its value. */
export type Detail = [name: string, value: string];

export interface ListingText {
  /** In the order of their first mention. Pairs, since a name can be any text, '__proto__' too. */
  details: Detail[];
  description: string;
}

const longestName = 50;
const longestValue = 200;
/** More than twelve words. */
const longText = /^(?:\S+\s+){12}\S/;
const severalSentences = /[.!?]\s+\p{Lu}/u;
const sentenceWord =
  /\b(?:i|it|we|you|they|he|she|is|are|was|were|has|have|had|will|can|please|this|that)\b/i;
const sentenceNameWord = /\b(?:the|for)\b/i;
/** As in 'Pick up in Troy: bring a truck.' */
const fourWords = /^(?:\S+\s+){3}\S/;

/* What follows a leading word that has no separator: anything else there begins a sentence. */
const measure =
  /^(?:[\d.½¼¾]\S*|x{0,3}[sml]|small|medium|large|one size|twin|full|queen|king|short|long)(?: \S+){0,2}$/i;
const properName = /^(?!(?:new|New|NEW)\b)[\p{Lu}\d]\S*(?: \S+){0,2}$/u;
const oneOrTwoWords =
  /^(?!.*\b(?:of|for|and|or|to|in|on|at|with|by|as|the|not|never|may)\b)[\p{L}\d/%-]+(?: [\p{L}\d/%-]+)?$/iu;

const neckline =
  /^(?:crew|v|round|scoop|boat|mock|square|halter|cowl|turtle|high|polo|u)(?:[ -]?neck)?$/i;

// 'Sleeve Length' first, since the first that fits is taken.
const leadingWords = new Map([
  ['Sleeve Length', measure],
  ['Pattern', oneOrTwoWords],
  ['Size', measure],
  ['Color', oneOrTwoWords],
  ['Material', oneOrTwoWords],
  ['Neck', neckline],
  ['Brand', properName],
  ['Model', properName],
  ['Type', oneOrTwoWords],
  ['Style', oneOrTwoWords],
  ['Fit', oneOrTwoWords],
  ['Length', measure],
  ['Width', measure],
  ['Height', measure],
  ['Weight', measure],
  ['Condition', oneOrTwoWords],
  ['Fabric', oneOrTwoWords],
]);
const names = [...leadingWords.keys()];
const leadingWordLine = new RegExp(
  `^(${names.join('|').replace(' ', '\\s+')})(\\s*[=–—]\\s*|\\s+-\\s+|\\s+)(\\S.*)$`,
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
 * Takes the attribute lines out of a description, in
 * time linear in its length. What remains keeps its paragraphs, whose lines are joined with spaces;
 * items of a list keep their lines. A name that comes again, in any case, adds its value to the
 * first one's.
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
    if (line === '') {
      if (rest.at(-1) !== '') rest.push('');
      continue;
    }
    const bare = line.replace(listMark, '');
    const detail = namedDetail(bare) ?? leadingWordDetail(bare);
    const phrases = detail ? null : phrasesOf(bare);
    if (detail) add(...detail);
    else if (phrases) for (const { group, phrase } of phrases) add(group, phrase);
    else rest.push(line);
  }
  return {
    details: [...found.values()].map(({ name, values }) => [name, [...values].join(', ')]),
    description: joinParagraphs(rest),
  };
}

const listMark = /^[-*•·–]\s+/;

/** Joins lines into paragraphs, which blank lines part. */
function joinParagraphs(lines: string[]): string {
  let separator = '';
  const pieces = lines.map((line) => {
    if (line === '') {
      separator &&= '\n\n';
      return '';
    }
    const before = separator === ' ' && listMark.test(line) ? '\n' : separator;
    separator = listMark.test(line) ? '\n' : ' ';
    return before + line;
  });
  return pieces.join('');
}

/** 'Name: value'. The colon of an address or a time is none. */
function namedDetail(line: string): Detail | null {
  const colon = line.indexOf(':');
  // A character takes at most two units.
  if (colon < 1 || colon > 2 * longestName + 1) return null;
  const name = line.slice(0, colon).trim();
  const value = line.slice(colon + 1);
  if (name === '' || (name.length > longestName && Array.from(name).length > longestName))
    return null;
  if (sentenceWord.test(name) || sentenceNameWord.test(name)) return null;
  if (value.trim() === '' || value.startsWith('//') || isSentence(value.trim())) return null;
  if (/\d$/.test(name) && /^\d/.test(value)) return null;
  if (fourWords.test(name) && /[.!?]$/.test(value.trim())) return null;
  return [name, value.trim()];
}

/** 'Size 10', 'Color - blue': a known name and its value without a colon. */
function leadingWordDetail(line: string): Detail | null {
  const [, word, separator, value] = leadingWordLine.exec(line) ?? [];
  if (!word || !separator || !value || isSentence(value)) return null;
  if (separator.trim() === '' && sentenceWord.test(value)) return null;
  const spaced = word.toLowerCase().replace(/\s+/g, ' ');
  const name = names.find((known) => known.toLowerCase() === spaced) ?? word;
  const isShort = !/[.!?]$/.test(value) && leadingWords.get(name)?.test(value);
  return isShort || separator.trim() !== '' ? [name, value] : null;
}

/** Whether a value is a sentence, or more than one. */
function isSentence(value: string): boolean {
  if (value.length > longestValue || longText.test(value)) return true;
  return severalSentences.test(value) || (/[.!?]$/.test(value) && sentenceWord.test(value));
}

/** What a phrase about a product is filed under. */
type PhraseGroup = 'Features' | 'Style' | 'Neck' | 'Care' | 'Material';

const fabrics =
  'cotton|wool|merino wool|linen|silk|polyester|nylon|denim|leather|suede|fleece|cashmere|acrylic|rayon|viscose|spandex|elastane|velvet|canvas|down';

/** Each matches a whole phrase, so that a sentence which only mentions one stays a sentence. */
const patterns: readonly [RegExp, PhraseGroup][] = [
  [
    new RegExp(
      `^(?:\\d{1,3} ?% (?:${fabrics})|(?:100 ?% |pure |genuine |real |organic )(?:${fabrics})|(?:cotton|wool|poly\\w*) blend)$`,
    ),
    'Material',
  ],
  [
    /^(?:machine wash(?:able)?|hand wash|dry clean|spot clean|tumble dry|line dry|hang dry|lay flat to dry|do not bleach|do not iron|do not tumble dry|iron low|cool iron)(?: (?:only|cold|warm|low|gentle|cycle)){0,3}$/,
    'Care',
  ],
  [
    /^(?:crew|v|round|scoop|boat|mock|square|halter|cowl|turtle)[ -]?neck$|^(?:button[ -]down|polo|spread) collar$|^off[ -]the[ -]shoulder$/,
    'Neck',
  ],
  [
    /^(?:slim|regular|relaxed|loose|classic|athletic|tailored|oversized|straight) fit$|^(?:short|long|three[ -]quarter|cap|half)[ -]sleeves?$|^sleeveless$|^(?:high|mid|low)[ -](?:rise|waist)$/,
    'Style',
  ],
  [
    /^(?:water ?proof|water[ -](?:resistant|repellent)|wind ?proof|wrinkle[ -](?:free|resistant)|stain[ -]resistant|breathable|stretchy|lightweight|quick[ -]dry(?:ing)?|moisture[ -]wicking|fully lined|lined|reversible|adjustable straps?|elastic waist(?:band)?|drawstring waist|(?:side|zip|front|back|hidden) pockets?|pull[ -]on closure|full zip|half zip|zip(?:per)? closure|button closure)$/,
    'Features',
  ],
];

const longestPhrase = 60;
const mostPhrases = 12;

/**
 * The phrases of a line that is made of nothing else, such as '100% cotton, machine wash', each
 * with its group; null for every other line.
 */
function phrasesOf(line: string): { group: PhraseGroup; phrase: string }[] | null {
  if (line.length > longestPhrase * mostPhrases) return null;
  const found: { group: PhraseGroup; phrase: string }[] = [];
  for (const part of line.replace(/[.;,!]$/, '').split(/[,;/]/)) {
    const phrase = part.trim();
    const plain = phrase
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/%(?=\w)/, '% ');
    const group =
      plain.length <= longestPhrase && patterns.find(([pattern]) => pattern.test(plain))?.[1];
    if (!group) return null;
    found.push({ group, phrase });
  }
  return found;
}
