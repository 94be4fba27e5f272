import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DemoPicture } from '@marketplace/db/demo/pictures/draw-picture';
import type { Config } from '../platform/config.ts';

export interface PictureOrder {
  store: Pick<Config, 's3' | 'dataDir'>;
  pictures: { id: string; picture: DemoPicture }[];
}

export interface DrawnPicture {
  id: string;
  width: number;
  height: number;
  /** Of all stored widths together. */
  byteSize: number;
  placeholder: string;
}

const program = fileURLToPath(new URL('draw-pictures.program.ts', import.meta.url));

/** Draws and stores the ordered pictures in a process of their own. Throws when that one fails. */
export async function drawPictures(order: PictureOrder): Promise<DrawnPicture[]> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(order));
  const answer = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`Drawing the demo pictures ended with code ${code}.`);
  return JSON.parse(answer) as DrawnPicture[];
}
