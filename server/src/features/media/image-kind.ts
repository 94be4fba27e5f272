export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** The container of AVIF and HEIC names its coding by four letters in its first box. */
const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/**
 * The kind of picture by the first bytes of its content, whatever its name or declared type;
 * null for everything that is not accepted.
 */
export function imageKindOf(input: Buffer): ImageKind | null {
  const ascii = (start: number, end: number) => input.toString('latin1', start, end);
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif';
  if (ascii(4, 8) !== 'ftyp') return null;
  const brands = brandsOf(input);
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif';
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : null;
}

/** The major brand and those it is compatible with, after the four bytes of its version. */
function brandsOf(input: Buffer): string[] {
  if (input.length < 16) return [];
  const end = Math.min(input.readUInt32BE(0), input.length, 128);
  const brands = [input.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(input.toString('latin1', at, at + 4));
  return brands;
}
