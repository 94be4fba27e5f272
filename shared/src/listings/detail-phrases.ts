/** What a phrase about a product is filed under. */
export type PhraseGroup = 'Features' | 'Style' | 'Neck' | 'Care' | 'Material';

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
export function phrasesOf(line: string): { group: PhraseGroup; phrase: string }[] | null {
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
