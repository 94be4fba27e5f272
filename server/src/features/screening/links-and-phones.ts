/** The top-level domains advertised most. A dot alone does not count: it is common in names. */
export const sites =
  'com|net|org|info|biz|io|co|us|uk|eu|de|fr|ru|cn|me|ly|gg|tv|to|app|dev|shop|store|online|site|' +
  'website|xyz|top|club|live|link|click|page|space|market|deals|sale|vip|icu';

const dot = String.raw`(?:\.|\s?[([]\s?(?:dot|\.)\s?[)\]]\s?|\sdot\s)`;
const name = String.raw`(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]{1,63}${dot}){1,4}`;
const link = new RegExp(`https?://[^\\s/]{1,100}|${name}(?:${sites})(?![\\p{L}\\p{N}_-])`, 'giu');

/** Returns the first web address that is not on an allowed site. */
export function findLink(text: string, allowed: string[]): string | undefined {
  for (const [found] of text.matchAll(link)) {
    const host = found.toLowerCase().replace(/^https?:\/\//, '');
    const isOn = (site: string) => host === site || host.endsWith(`.${site}`);
    if (!allowed.some((site) => isOn(site.toLowerCase()))) return found;
  }
  return undefined;
}

const gap = String.raw`[\s.()/-]{0,3}`;
const digit = String.raw`(?:\p{Nd}|\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b)`;
/** Ten digits as in (518) 555-0123, or in words, with or without the code of the country. */
const phone = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\+?1${gap})?(?:[(]?${digit}${gap}){9}${digit}(?![\p{L}\p{N}])`,
  'iu',
);

/** Returns the first phone number of North America. */
export function findPhone(text: string): string | undefined {
  return phone.exec(text)?.[0];
}
