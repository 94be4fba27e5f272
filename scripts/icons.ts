import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Draws the app's icons from the logo, `client/public/favicon.svg`. Run it after a change. */
const client = new URL('../client/public/', import.meta.url);
const mark = await readFile(new URL('favicon.svg', client), 'utf8');
/** Systems cut a shape out of this. They keep a circle of 80 %, which the logo fits into. */
const square = mark.replace(' rx="8"', '');
/** The sizes in pixels of the pictures in `favicon.ico`. */
const icoSizes = [16, 32, 48];

await mkdir(new URL('icons/', client), { recursive: true });
await write('icons/icon-192.png', await draw(mark, 192));
await write('icons/icon-512.png', await draw(mark, 512));
await write('icons/maskable-512.png', await draw(square, 512));
// Systems and browsers request these two at the root, even if a page links to other icons.
await write('apple-touch-icon.png', await draw(square, 180));
await write('favicon.ico', ico(await Promise.all(icoSizes.map((size) => draw(mark, size)))));

function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

function write(name: string, content: Buffer): Promise<void> {
  return writeFile(new URL(name, client), content);
}

/** Returns an icon file: a header, 16 bytes for each picture, and the pictures as PNG. */
function ico(pictures: Buffer[]): Buffer {
  const header = Buffer.from(Uint16Array.of(0, 1, pictures.length).buffer);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map((picture, index) => {
    const size = icoSizes[index] ?? 0;
    const entry = Buffer.from([size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}
