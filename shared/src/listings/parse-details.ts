export type Detail = [name: string, value: string];

export interface ListingText {
  /** In order of first mention. Pairs, because a name can be any text, even '__proto__'. */
  details: Detail[];
  description: string;
}

const longestName = 50;
const longestValue = 200;
/** Matches more than twelve words. */
const longText = /^(?:\S+\s+){12}\S/;
const severalSentences = /[.!?]\s+\p{Lu}/u;
const sentenceWord =
  /\b(?:i|it|we|you|they|he|she|is|are|was|were|has|have|had|will|can|please|this|that)\b/i;
const sentenceNameWord = /\b(?:the|for)\b/i;
/** Matches a name such as in 'Pick up in Troy: bring a truck.' */
const fourWords = /^(?:\S+\s+){3}\S/;

/* Values that may follow a leading word without a separator. Anything else is a sentence. */
const measure =
  /^(?:[\d.½¼¾]\S*|x{0,3}[sml]|small|medium|large|one size|twin|full|queen|king|short|long)(?: \S+){0,2}$/i;
const properName = /^(?!(?:new|New|NEW)\b)[\p{Lu}\d]\S*(?: \S+){0,2}$/u;
const oneOrTwoWords =
  /^(?!.*\b(?:of|for|and|or|to|in|on|at|with|by|as|the|not|never|may)\b)[\p{L}\d/%-]+(?: [\p{L}\d/%-]+)?$/iu;

const neckline =
  /^(?:crew|v|round|scoop|boat|mock|square|halter|cowl|turtle|high|polo|u)(?:[ -]?neck)?$/i;

const leadingWords: readonly [RegExp, string[]][] = [
  [measure, ['Sleeve Length', 'Size', 'Length', 'Width', 'Height', 'Weight']],
  [oneOrTwoWords, ['Pattern', 'Color', 'Material', 'Type', 'Style', 'Fit', 'Condition', 'Fabric']],
  [properName, ['Brand', 'Model']],
  [neckline, ['Neck']],
];
const names = leadingWords.flatMap(([, words]) => words);
const leadingWordLine = new RegExp(
  `^(${names.join('|').replace(' ', '\\s+')})(\\s*[=–—]\\s*|\\s+-\\s+|\\s+)(\\S.*)$`,
  'i',
);

/** Returns the stored details and the description, or both as parsed from the description. */
export function listingText(listing: {
  description: string;
  details: Record<string, string> | null;
}): ListingText {
  if (!listing.details) return parseDetails(listing.description);
  return { details: Object.entries(listing.details), description: listing.description };
}

/**
 * Extracts the attribute lines of a description, in linear time. Joins the other lines of a
 * paragraph, except list items, and the values of a repeated name.
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
    const details = detail ? [detail] : phrasesOf(bare);
    if (details) for (const [name, value] of details) add(name, value);
    else rest.push(line);
  }
  return {
    details: [...found.values()].map(({ name, values }) => [name, [...values].join(', ')]),
    description: joinParagraphs(rest),
  };
}

const listMark = /^[-*•·–]\s+/;

/** Joins lines into paragraphs, which are separated by blank lines. */
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

/** Parses 'Name: value', unless the colon belongs to an address or a time. */
function namedDetail(line: string): Detail | null {
  const colon = line.indexOf(':');
  // A code point has at most two code units.
  if (colon < 1 || colon > 2 * longestName + 1) return null;
  const name = line.slice(0, colon).trim();
  const value = line.slice(colon + 1);
  if (name === '' || Array.from(name).length > longestName) return null;
  if (sentenceWord.test(name) || sentenceNameWord.test(name)) return null;
  if (value.trim() === '' || value.startsWith('//') || isSentence(value.trim())) return null;
  if (/\d$/.test(name) && /^\d/.test(value)) return null;
  if (fourWords.test(name) && /[.!?]$/.test(value.trim())) return null;
  return [name, value.trim()];
}

/** Parses a known name and its value without a colon: 'Size 10', 'Color - blue'. */
function leadingWordDetail(line: string): Detail | null {
  const [, word, separator, value] = leadingWordLine.exec(line) ?? [];
  if (!word || !separator || !value || isSentence(value)) return null;
  if (separator.trim() === '' && sentenceWord.test(value)) return null;
  const spaced = word.toLowerCase().replace(/\s+/g, ' ');
  const name = names.find((known) => known.toLowerCase() === spaced) ?? word;
  const follows = leadingWords.find(([, words]) => words.includes(name))?.[0];
  const isShort = !/[.!?]$/.test(value) && follows?.test(value);
  return isShort || separator.trim() !== '' ? [name, value] : null;
}

/** Returns true if a value is one or more sentences. */
function isSentence(value: string): boolean {
  if (value.length > longestValue || longText.test(value)) return true;
  return severalSentences.test(value) || (/[.!?]$/.test(value) && sentenceWord.test(value));
}

const fabrics =
  'cotton|wool|merino wool|linen|silk|polyester|nylon|denim|leather|suede|fleece|cashmere|acrylic|rayon|viscose|spandex|elastane|velvet|canvas|down';

/** Phrases and their detail's name. A pattern matches a whole phrase, not a mention of it. */
const patterns: readonly [RegExp, string][] = [
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

/** Returns the details of a line of phrases, '100% cotton, machine wash'; null for others. */
function phrasesOf(line: string): Detail[] | null {
  if (line.length > longestPhrase * mostPhrases) return null;
  const found: Detail[] = [];
  for (const part of line.replace(/[.;,!]$/, '').split(/[,;/]/)) {
    const phrase = part.trim();
    const plain = phrase
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/%(?=\w)/, '% ');
    const name =
      plain.length <= longestPhrase && patterns.find(([pattern]) => pattern.test(plain))?.[1];
    if (!name) return null;
    found.push([name, phrase]);
  }
  return found;
}
