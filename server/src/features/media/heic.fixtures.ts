import { readFile } from 'node:fs/promises';

/** Reads one of the photos of real encoders. `heic-files/CREDITS.md` says where each is from. */
export async function heicFile(
  name: 'phone' | 'x265' | 'x265-wide' | 'x265-film' | 'x265-huge' | 'camera',
): Promise<Buffer> {
  return readFile(new URL(`heic-files/${name}.heic`, import.meta.url));
}

const u16 = (...values: number[]) => Buffer.from(values.flatMap((n) => [(n >> 8) & 255, n & 255]));
const u32 = (...values: number[]) => Buffer.concat(values.map((n) => u16(n >>> 16, n & 65_535)));
const ascii = (text: string) => Buffer.from(text, 'latin1');

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), ascii(type), body]);
}

const versioned = (type: string, version: number, ...content: Buffer[]) =>
  box(type, u32(version << 24), ...content);

/** The settings of an HEVC encoder and the pictures that it encoded, all of one size. */
export interface Tiles {
  settings: Buffer;
  pictures: Buffer[];
}

/** Takes the settings and the one picture out of a HEIC photo that consists of nothing else. */
export function tilesOf(file: Buffer): Tiles {
  const settings = file.indexOf('hvcC') - 4;
  const picture = file.indexOf('mdat') + 4;
  return {
    settings: file.subarray(settings, settings + file.readUInt32BE(settings)),
    pictures: [file.subarray(picture)],
  };
}

/** Turns a photo counterclockwise by quarter turns. */
export const turned = (quarters: number) => box('irot', Buffer.from([quarters]));
/** Swaps left and right. */
export const mirrored = box('imir', Buffer.from([1]));
export const colorProfile = (profile: Buffer) => box('colr', ascii('prof'), profile);

interface Photo {
  tiles: Tiles;
  /** The size of one tile and of the photo, in pixels, as the file states them. */
  tileSize: [number, number];
  size: [number, number];
  columns: number;
  rows: number;
  /** Further properties of the photo, in order. */
  properties?: Buffer[];
  exif?: Buffer;
  /** The item that the file calls its photo. Tiles are counted from 2, and 1 is the whole. */
  primary?: number;
}

/** Writes a HEIC photo from tiles, as phones do. The pictures repeat until all tiles have one. */
export function tiledHeic(photo: Photo): Buffer {
  const { tiles, columns, rows, properties = [], exif } = photo;
  const [width, height] = photo.size;
  const tileIds = Array.from({ length: columns * rows }, (_, index) => index + 2);
  const exifId = tileIds.length + 2;
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width, height)]);
  const ispe = ([w, h]: [number, number]) => versioned('ispe', 0, u32(w, h));
  const own = [ispe(photo.size), ...properties];
  const shared = [tiles.settings, ispe(photo.tileSize)];
  const essential = 128;

  const entry = (id: number, type: string) => versioned('infe', 2, u16(id, 0), ascii(`${type}\0`));
  const entries = [entry(1, 'grid'), ...tileIds.map((id) => entry(id, 'hvc1'))];
  if (exif) entries.push(entry(exifId, 'Exif'));
  const uses = [
    [u16(1), Buffer.from([own.length, ...own.map((_, index) => index + 3)])],
    ...tileIds.map((id) => [u16(id), Buffer.from([2, 1 | essential, 2])]),
  ].flat();
  const references = [box('dimg', u16(1, tileIds.length, ...tileIds))];
  if (exif) references.push(box('cdsc', u16(exifId, 1, 1)));

  const data = exif ? [...tiles.pictures, Buffer.concat([u32(6), exif])] : tiles.pictures;
  const metaFor = (dataAt: number) => {
    const starts = data.map((_, i) => dataAt + Buffer.concat(data.slice(0, i)).length);
    const place = (id: number, index: number) =>
      Buffer.concat([u16(id, 0, 0, 1), u32(starts[index] ?? 0, data[index]?.length ?? 0)]);
    const places = [
      Buffer.concat([u16(1, 1, 0, 1), u32(0, grid.length)]),
      ...tileIds.map((id, index) => place(id, index % tiles.pictures.length)),
    ];
    if (exif) places.push(place(exifId, data.length - 1));
    return versioned(
      'meta',
      0,
      versioned('hdlr', 0, u32(0), ascii('pict'), Buffer.alloc(13)),
      versioned('pitm', 0, u16(photo.primary ?? 1)),
      versioned('iloc', 1, Buffer.from([0x44, 0]), u16(places.length), ...places),
      versioned('iinf', 0, u16(entries.length), ...entries),
      versioned('iref', 0, ...references),
      box(
        'iprp',
        box('ipco', ...shared, ...own),
        versioned('ipma', 0, u32(tileIds.length + 1), ...uses),
      ),
      box('idat', grid),
    );
  };
  const ftyp = box('ftyp', ascii('heic'), u32(0), ascii('mif1heic'));
  const dataAt = ftyp.length + metaFor(0).length + 8;
  return Buffer.concat([ftyp, metaFor(dataAt), box('mdat', ...data)]);
}
