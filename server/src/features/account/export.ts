import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import { imageObjectKey, photoObjectKey } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { AppContext } from '../../app-context.ts';
import type { Context, Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { readSealed } from '../../platform/secrets.ts';
import { exportedFiles, imagesOf } from './export-rows.ts';

const dailyExports = perDay('export', 3, 'You can download your data {points} times a day.');

/** A download that broke off may be repeated. */
const dailyFetches = perDay('export-fetch', 9, dailyExports.text);

/** How long a link is valid, in ms. */
const lifetime = 5 * 60 * 1000;

const permission = z.object({ kind: z.literal('export'), userId: z.string(), until: z.number() });

/** A link to all data of the user, valid for five minutes and for them only. Throws TOO_MANY_REQUESTS. */
export async function createExportLink(
  { limiter, secrets }: Pick<AppContext, 'limiter' | 'secrets'>,
  userId: string,
): Promise<{ url: string }> {
  await limiter.take(dailyExports, userId);
  const token = secrets.seal({ kind: 'export', userId, until: Date.now() + lifetime });
  return { url: `/api/account/export/${token}` };
}

/** The caller. Throws UNAUTHORIZED, TOO_MANY_REQUESTS, and NOT_FOUND if the link expired or is not theirs. */
export async function openExportLink(ctx: Context, token: string): Promise<Session['user']> {
  if (!ctx.session) throw new AppError('UNAUTHORIZED', unauthorized);
  const { user } = ctx.session;
  const permitted = readSealed(ctx.secrets, token, permission);
  if (!permitted || permitted.until < Date.now() || permitted.userId !== user.id) {
    throw new AppError('NOT_FOUND', 'This link no longer works. Request a new one.');
  }
  await ctx.limiter.take(dailyFetches, user.id);
  return user;
}

type ExportContext = Pick<AppContext, 'db' | 'objects' | 'log'>;

/**
 * All data of the user as a ZIP: a JSON file for each kind, and the pictures. The files are read one
 * after another, a page of rows at a time, to limit memory. The stream fails if reading does.
 */
export async function exportZip(ctx: ExportContext, userId: string): Promise<Readable> {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  let current: Readable | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
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
    add(path, true, async () => Readable.from(jsonOf(() => rows(ctx.db, userId))));
  }
  for (const { id, isPrivate } of await imagesOf(ctx.db, userId)) {
    const key = isPrivate ? photoObjectKey(id, 1280) : imageObjectKey(id, 1280);
    add(`images/${id}.webp`, false, () => openImage(ctx, key));
  }
  zip.end();
  return output;
}

/** The largest file of a picture; empty if it was removed meanwhile. */
async function openImage({ objects, log }: ExportContext, key: string): Promise<Readable> {
  const object = await objects.get(key);
  if (object) return object.body;
  log.warn({ key }, 'A picture is missing from a data export.');
  return Readable.from([]);
}

/** Reads rows and writes them as a JSON array. */
async function* jsonOf(
  read: () => AsyncIterable<object> | Promise<object[]>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of await read()) {
    yield separator + JSON.stringify(row, null, 1);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
