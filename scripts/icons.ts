import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Draws the app's icons from the mark, `client/public/favicon.svg`; to be run after a change of it. */
const client = new URL('../client/public/', import.meta.url);
const mark = await readFile(new URL('favicon.svg', client), 'utf8');
/** Systems cut their own shapes out of these. The mark itself lies within the circle of 80 % that all leave. */
const square = mark.replace(' rx="8"', '');

await mkdir(new URL('icons/', client), { recursive: true });
await draw(mark, 'icon-192', 192);
await draw(mark, 'icon-512', 512);
await draw(square, 'maskable-512', 512);
await draw(square, 'apple-touch-icon', 180);

async function draw(svg: string, name: string, size: number): Promise<void> {
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(fileURLToPath(new URL(`icons/${name}.png`, client)));
}
