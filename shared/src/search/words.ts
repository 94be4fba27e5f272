/** A word of a text in the form that listings are indexed and searched by. */
export interface Word {
  /** The whole word: 'tshirt' for 'T-Shirt', '80d' for '80D', '8ft' for '8 feet'. */
  text: string;
  /** The parts of the word: ['t', 'shirt'], ['80', 'd'], ['8', 'ft']. */
  parts: readonly string[];
}

/** Maximum length of a word in letters. The rest is cut off. */
const wordMaxLength = 60;

/** A word with more parts, such as a web address, is not split. */
const maxParts = 6;

/** Spellings of units after a number, by the short form that replaces them. */
const units: Record<string, string> = {
  sqft: 'sqft, sq ft, square feet, square foot',
  cuft: 'cuft, cu ft, cubic feet, cubic foot',
  ft: 'ft, feet, foot',
  in: 'in, inch, inches',
  lb: 'lb, lbs, pound, pounds',
  oz: 'oz, ounce, ounces',
  gal: 'gal, gals, gallon, gallons',
  qt: 'qt, qts, quart, quarts',
  pt: 'pt, pts, pint, pints',
  yd: 'yd, yds, yard, yards',
  mi: 'mi, mile, miles',
  km: 'km, kilometer, kilometers, kilometre, kilometres',
  cm: 'cm, centimeter, centimeters, centimetre, centimetres',
  mm: 'mm, millimeter, millimeters, millimetre, millimetres',
  m: 'meter, meters, metre, metres',
  kg: 'kg, kgs, kilo, kilos, kilogram, kilograms',
  g: 'gram, grams',
  l: 'liter, liters, litre, litres',
  ml: 'ml, milliliter, milliliters, millilitre, millilitres',
  mb: 'mb, megabyte, megabytes',
  gb: 'gb, gig, gigs, gigabyte, gigabytes',
  tb: 'tb, terabyte, terabytes',
  mp: 'mp, megapixel, megapixels',
  hp: 'hp, horsepower, horse power',
  w: 'watt, watts',
  kw: 'kw, kilowatt, kilowatts',
  v: 'volt, volts',
  a: 'amp, amps',
  k: 'kt, karat, karats',
  ct: 'ct, carat, carats',
  hr: 'hr, hrs, hour, hours',
  mo: 'mo, mos, month, months',
  yr: 'yr, yrs, year, years',
  pc: 'pc, pcs, piece, pieces',
  pk: 'pk, pack, packs',
  pct: 'percent',
};

const shortUnits = new Map(
  Object.entries(units).flatMap(([short, forms]) => forms.split(', ').map((form) => [form, short])),
);

/** Marks after a number, and their units. */
const marks: Record<string, string> = { '"': 'inches', "'": 'feet', '#': 'pounds', '%': 'percent' };

/** Units of length, which are removed from dimensions such as '8 ft x 10 ft'. */
const lengths = new Set(['ft', 'in', 'yd', 'cm', 'mm', 'm']);

/** Words after 'in' that show that it is not the unit: '3 in 1', '2 in the box'. */
const afterIn = /^(?:\d|the$|an?$|my$|one$|good$|great$|new$)/;

const isNumber = (text = '') => /^\d+(?:\.\d+)?$/.test(text);

const number = String.raw`\d+(?:\.\d+)?`;
const vulgarFractions = /[\u00BC-\u00BE\u2150-\u215E]/g;
const fraction = /(?<![\d/.])(?:(\d+)[ -])?(\d{1,2})\/(2|3|4|5|8|10|16|32|64)(?![\d/.])/g;
const bareDecimal = /(?<![\p{L}\d.])(?=\.\d)/gu;

/** Spelled-out numbers. 'one' stays a word, since it is more often a pronoun. */
const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Letters that do not decompose into an ASCII letter with an accent. */
const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
};

/** Matches an emoji. Excludes digits, '#', '*', and trademark signs. */
const emoji = String.raw`(?![\d#*\u00A9\u00AE\u2122])\p{Extended_Pictographic}`;
const piece = String.raw`(?:${number}|[\p{L}\p{N}])+`;
const written = new RegExp(`${emoji}|${piece}(?:[-'./&_+]+${piece})*`, 'gu');
const parts = new RegExp(String.raw`${number}|\p{L}+|\p{N}+|${emoji}`, 'gu');

/**
 * Returns the words of a text as they are indexed and searched. Ignores case, accents, punctuation
 * and invisible characters. Units, fractions, dimensions and '&' get one spelling. Hyphens,
 * slashes, apostrophes, and changes between letters and digits divide words into parts. An emoji is
 * a word. Any text is safe. Splitting the joined words again returns the same words.
 */
export function wordsOf(text: string): Word[] {
  const words = Array.from(fold(text).matchAll(written), ([word]) => toWord(partsOf(word)));
  return words.some((word) => /\d/.test(word.text)) ? joinDimensions(joinUnits(words)) : words;
}

function toWord(written: readonly string[]): Word {
  const found: string[] = [];
  for (const part of written) {
    // Adjacent numbers, as in '24/7', become one.
    if (/^\d/.test(part) && /\d$/.test(found.at(-1) ?? '')) {
      found.push(`${found.pop()}${part}`.replaceAll('.', ''));
    } else found.push(part.includes('.') ? plainDecimal(part) : part);
  }
  const cut = [...found.join('')].slice(0, wordMaxLength).join('');
  const value = numbers.indexOf(cut);
  const text = value > 1 ? String(value) : cut;
  if (/^\d+$/.test(text)) return { text, parts: [text] };
  return { text, parts: partsOf(text).length > maxParts ? [text] : found };
}

function partsOf(text: string): string[] {
  return text.match(parts) ?? [];
}

/** Joins a number and its unit: '8 feet' becomes '8ft', '9 square feet' '9sqft'. */
function joinUnits(words: Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const parts = partsOf(word.text);
    const last = shortUnits.get(parts.at(-1) ?? '');
    const next = words[at + 1]?.text ?? '';
    const afterNext = words[at + 2]?.text ?? '';
    const ofTwo = shortUnits.get(`${next} ${afterNext}`);
    const ofOne = next === 'in' && afterIn.test(afterNext) ? undefined : shortUnits.get(next);
    const unit = isNumber(word.text) ? (ofTwo ?? ofOne) : undefined;
    if (last && isNumber(parts.at(-2))) {
      joined.push(toWord([...parts.slice(0, -1), last]));
    } else if (unit) {
      joined.push(toWord([word.text, unit]));
      at += ofTwo ? 2 : 1;
    } else joined.push(word);
  }
  return joined;
}

/** Joins two or three numbers with 'x' or 'by' between them, without units of length. */
function joinDimensions(words: Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const sides = [sideOf(words[at])];
    const isJoined = () => sides[0] && /^(?:x|by)$/.test(words[at + 1]?.text ?? '');
    while (sides.length < 3 && isJoined() && sideOf(words[at + 2])) {
      sides.push(sideOf(words[at + 2]));
      at += 2;
    }
    if (sides.length > 1) joined.push(toWord(sides.join(' x ').split(' ')));
    else joined.push(writtenAsOne(words[at] as Word));
  }
  return joined;
}

/** Returns the number of '8' and '8ft'; undefined for any other word. */
function sideOf(word: Word | undefined): string | undefined {
  const [first, second, ...others] = partsOf(word?.text ?? '');
  const isSide = isNumber(first) && others.length === 0 && (!second || lengths.has(second));
  return isSide ? first : undefined;
}

/** Removes the units from '8ftx10ft' and the plural from '2x4s'. */
function writtenAsOne(word: Word): Word {
  const parts = partsOf(word.text);
  const sides = parts.filter((part) => !lengths.has(part) && part !== 's');
  const isDimension =
    isNumber(parts[0]) &&
    sides.length > 2 &&
    sides.every((part, at) => (at % 2 === 0 ? isNumber(part) : part === 'x'));
  return isDimension && sides.length % 2 === 1 ? toWord(sides) : word;
}

function fold(text: string): string {
  const folded = text
    .replace(vulgarFractions, (one) => ` ${one.normalize('NFKD').replace('\u2044', '/')} `)
    .replace(/[\u00A9\u00AE\u2122\u2120]/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Sk}]/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[‘’ʻʼʽ′]/g, "'")
    .replace(/[“”″]|''/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/×/g, 'x')
    .replace(/\u2044/g, '/');
  return (/\d/.test(folded) ? foldNumbers(folded) : folded)
    .replace(/(?<=^|\s)(?:&|\+|'n'?|n')(?=\s|$)/g, ' and ')
    .replace(/(?<![\p{L}\p{N}])w\/(o(?!\p{L}))?/gu, (_, out?: string) =>
      out ? ' without ' : ' with ',
    );
}

function foldNumbers(text: string): string {
  return text
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)'s(?!\p{L})/gu, 's')
    .replace(/\s+/g, ' ')
    .replace(fraction, (written, ...groups) => ` ${decimalOf(groups) ?? written}`)
    .replace(bareDecimal, '0')
    .replace(/(?<=\d ?["'])\s*x\s*(?=\d)/g, ' x ')
    .replace(/(?<=\d)\s?(?:["#%]|'(?!\p{L}{2}))/gu, (mark) => ` ${marks[mark.trim()]} `);
}

/** Returns the value of a whole number and a fraction; null if the fraction is not below one. */
function decimalOf([whole = '0', above, below]: string[]): number | null {
  const part = Number(above) / Number(below);
  return part < 1 ? Number(whole) + Math.round(part * 1e4) / 1e4 : null;
}

/** Removes redundant zeros from a decimal, which may be too long for a number. */
function plainDecimal(written: string): string {
  const [whole = '', places = ''] = written.split('.');
  const left = places.replace(/0+$/, '');
  const start = whole.replace(/^0+(?=\d)/, '') || '0';
  return left === '' ? start : `${start}.${left}`;
}

/** Words without a meaning of their own, which searches ignore. */
const stopWords = new Set(
  'a an and the of for to in on at by from with is are am be it its this that these i my your our as or'.split(
    ' ',
  ),
);

export function isStopWord({ text }: Word): boolean {
  return stopWords.has(text);
}

export function isEmoji({ text }: Word): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** Joins neighbors, as 'hm' for 'H and M'. Returns null for an emoji or numbers in a row. */
export function joined(words: readonly (Word | undefined)[]): string | null {
  let text = '';
  for (const word of words) {
    if (!word || isEmoji(word)) return null;
    if (/\d$/.test(text) && /^\d/.test(word.text)) return null;
    text += word.text;
  }
  return text.length > wordMaxLength ? null : text;
}

/** Maximum lengths of a model number, and of one with a stop word in it, such as '3 in 1'. */
const modelMaxLength = 16;
const dividedMaxLength = 6;

/** Joins three neighboring words that may be a model number, such as 'EOS 80 D', or null. */
export function modelOf([first, middle, last]: readonly (Word | undefined)[]): string | null {
  const text = joined([first, middle, last]);
  if (!text || !first || !middle || !last || isStopWord(first) || isStopWord(last)) return null;
  if (text.length > (isStopWord(middle) ? dividedMaxLength : modelMaxLength)) return null;
  return /\d/.test(text) && /\p{L}/u.test(text) ? text : null;
}
