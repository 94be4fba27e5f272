import type { Selectable } from 'kysely';
import type { Users } from '@marketplace/db/types.generated';
import type { Brand } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { sites } from '../screening/links-and-phones.ts';
import { latinOf } from '../screening/look-alikes.ts';

type Names = Pick<Selectable<Users>, 'firstName' | 'lastName' | 'username'>;

const fields = [
  ['firstName', 'Your first name'],
  ['lastName', 'Your last name'],
  ['username', 'Your username'],
] as const;

/**
 * Throws BAD_REQUEST for changed names that are not allowed. Names from before a rule stay valid.
 */
export function assertNames(
  stored: Names | undefined,
  given: { [name in keyof Names]?: Names[name] | undefined },
  brand: Brand,
): void {
  const changed = fields.filter(([field]) => given[field] && given[field] !== stored?.[field]);
  const issues = changed.flatMap(([path, subject]) => {
    const refusal = refusalOfName(given[path] ?? '', brand);
    return refusal ? [{ path, message: `${subject} ${refusal}` }] : [];
  });
  const last = changed.findLast(([field]) => field !== 'username');
  const { firstName, lastName } = { ...stored, ...given };
  const both = [firstName, lastName].filter((name) => name && !refusalOfName(name, brand));
  const ofBoth = both.length === 2 && refusalOfName(both.join(' '), brand);
  if (last && ofBoth) issues.push({ path: last[0], message: `Your full name ${ofBoth}` });
  const [first] = issues;
  if (first) throw new AppError('BAD_REQUEST', first.message, { issues });
}

/** Returns why a name is refused, as the end of a sentence, or null if it is allowed. */
export function refusalOfName(name: string, brand: Brand): string | null {
  if (invisible.test(name)) return "can't contain invisible characters.";
  const word = reservedWordIn(name, brand);
  if (word) return `can't contain "${word}".`;
  if (address.test(plainForm(name))) return "can't contain a web or email address.";
  if (hasLookAlikes(name)) return "can't contain look-alike letters or mix alphabets in a word.";
  return null;
}

/** Matches control, unassigned and zero-width characters, fillers, and all spaces but U+0020. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\P{Z} ]/u;

const address = new RegExp(
  String.raw`://|\bwww\.|@[^\s@]+\.\p{L}{2,}|[\p{L}\p{N}]\.(?:${sites})(?![\p{L}\p{N}_-])|\.\p{L}{2,}/`,
  'iu',
);

/** Returns a name in lower case, without compatibility forms such as full-width letters. */
function plainForm(name: string): string {
  return name.normalize('NFKC').replaceAll('。', '.').toLowerCase();
}

/** Returns a text as readers see it: without accents, each letter as the Latin one it resembles. */
function skeletonOf(text: string): string {
  const letters = plainForm(text).normalize('NFD').replaceAll(/\p{M}/gu, '');
  return Array.from(letters, (letter) => latinOf.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm');
}

/** Reserved only at the start or end of a word, so that 'badminton' is allowed. */
const titles = ['admin', 'support'];
/** Reserved names at least this long are refused within words; shorter ones only as whole words. */
const distinctLength = 6;

function reservedWordIn(name: string, { productName, operatorName }: Brand): string | undefined {
  const whole = skeletonOf(name);
  const words = name
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}@$!|]+/u)
    .map(skeletonOf);
  const title = titles.find((reserved) => {
    const skeleton = skeletonOf(reserved);
    if (whole === skeleton) return true;
    return words.some((word) => word.startsWith(skeleton) || word.endsWith(skeleton));
  });
  return (
    title ??
    ['moderator', 'PayPal', productName, operatorName].find((reserved) => {
      const skeleton = skeletonOf(reserved);
      if (skeleton.length < distinctLength) return skeleton !== '' && words.includes(skeleton);
      return whole.includes(skeleton);
    })
  );
}

/** Alphabets with look-alike letters. A word must not mix them. */
const scripts = 'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Hebrew'.split(' ');
const alphabets = scripts.map((script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'));
/** Matches small capitals of phonetic alphabets, and letters in a filled square or circle. */
const ornamental =
  /[\u0251\u0261\u0262\u026A\u0274\u0280\u028F\u0299\u029C\u029F\u1D00-\u1D7F\uA730\uA731\u{1F110}-\u{1F189}]/u;

function hasLookAlikes(name: string): boolean {
  if (ornamental.test(name)) return true;
  const isDisguised = (letter: string) => {
    const plain = letter.normalize('NFKC');
    return plain !== letter && /^[a-z0-9]+$/i.test(plain) && !/[ªº]/.test(letter);
  };
  if ([...name].some(isDisguised)) return true;
  const words = name.split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1);
}
