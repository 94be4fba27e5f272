import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import { imageObjectKey, photoObjectKey } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { AppContext } from '../../app-context.ts';
import type { Context, Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { readSealed } from '../../platform/secrets.ts';
import { exportedFiles } from './export-rows.ts';

const dailyExports = perDay('export', 3, 'You can download your data {points} times a day.');

/** Higher than `dailyExports`, because an interrupted download may be repeated. */
const dailyFetches = perDay('export-fetch', 9, 'You can open download links {points} times a day.');

/** How long a link is valid in ms. */
const lifetime = 5 * 60 * 1000;

const permission = z.object({ kind: z.literal('export'), userId: z.string(), until: z.number() });

/** Returns a link to the user's data, only for them, for five minutes. Throws TOO_MANY_REQUESTS. */
export async function createExportLink(
  { limiter, secrets }: Pick<AppContext, 'limiter' | 'secrets'>,
  userId: string,
): Promise<{ url: string }> {
  await limiter.take(dailyExports, userId);
  const token = secrets.seal({ kind: 'export', userId, until: Date.now() + lifetime });
  return { url: `/api/account/export/${token}` };
}

/** Checks a link and returns the caller. Throws UNAUTHORIZED, TOO_MANY_REQUESTS, or NOT_FOUND. */
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
 * Returns all data of the user as a ZIP: a JSON file for each kind of data, and the pictures. Reads
 * one file and one page of rows at a time, to limit memory. The stream fails if reading does.
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

/** Returns the pictures that the user uploaded, and the photos of their conversations. */
async function imagesOf(db: Db, userId: string): Promise<{ id: string; isPrivate: boolean }[]> {
  const { rows } = await sql<{ id: string; isPrivate: boolean }>`
    select id, is_private, created_at from images where owner_id = ${userId} and message_id is null
    union all
    select i.id, i.is_private, i.created_at from images i
    join messages m on m.id = i.message_id and m.kind = 'photo'
    join conversation_participants p on p.conversation_id = m.conversation_id
    where p.user_id = ${userId}
    order by created_at, id`.execute(db);
  return rows;
}

/** Opens a picture's file. Returns an empty stream if it was removed during the export. */
async function openImage({ objects, log }: ExportContext, key: string): Promise<Readable> {
  const object = await objects.get(key);
  if (object) return object.body;
  log.warn({ key }, 'A picture is missing from a data export.');
  return Readable.from([]);
}

async function* jsonOf(read: () => AsyncIterable<object> | Promise<object[]>) {
  let separator = '[\n';
  for await (const row of await read()) {
    yield separator + JSON.stringify(row, null, 1);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
