import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { imageObjectKey } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import { exportedFiles, imagesOf } from './export-rows.ts';

type ExportContext = Pick<AppContext, 'db' | 'objects' | 'log'>;

/**
 * All that is stored of the user as a ZIP: one file of JSON for each kind, and the pictures. Every
 * file is read when the one before it is done, a page of rows at a time, so that no more than that is
 * ever held. The stream fails where reading does.
 */
export async function exportZip(ctx: ExportContext, userId: string): Promise<Readable> {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  let current: Readable | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  // Whoever stops reading stops what is being read.
  output.once('close', () => current?.destroy());
  const add = (path: string, compress: boolean, open: () => Promise<Readable>) => {
    zip.addReadStreamLazy(path, { compress }, (pass) => {
      open().then(
        (source) => {
          current = source;
          if (output.destroyed) source.destroy();
          pass(null, source);
        },
        (error: unknown) => pass(error, Readable.from([])),
      );
    });
  };
  for (const [path, rows] of Object.entries(exportedFiles)) {
    add(path, true, async () => Readable.from(jsonOf(rows(ctx.db, userId))));
  }
  for (const imageId of await imagesOf(ctx.db, userId)) {
    add(`images/${imageId}.webp`, false, () => openImage(ctx, imageId));
  }
  zip.end();
  return output;
}

/** The largest file of a picture; nothing of one that was removed meanwhile. */
async function openImage({ objects, log }: ExportContext, imageId: string): Promise<Readable> {
  const object = await objects.get(imageObjectKey(imageId, 1280));
  if (object) return object.body;
  log.warn({ imageId }, 'a picture of an export is not there');
  return Readable.from([]);
}

/** One object as it is, several as an array. */
async function* jsonOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row, null, 1);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
