import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
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

/**
 * Draws and stores the ordered pictures in a separate process and yields each one once it is stored.
 * Ends early when `signal` aborts; throws when the process fails.
 */
export async function* drawPictures(
  order: PictureOrder,
  signal: AbortSignal,
): AsyncGenerator<DrawnPicture> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  exited.catch(() => undefined);
  const kill = () => child.kill();
  signal.addEventListener('abort', kill);
  try {
    child.stdin.on('error', () => undefined).end(JSON.stringify(order));
    for await (const line of createInterface({ input: child.stdout })) {
      yield JSON.parse(line) as DrawnPicture;
    }
    const [code] = await exited;
    if (code !== 0 && !signal.aborted) {
      throw new Error(`Drawing the demo pictures ended with code ${code}.`);
    }
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}
