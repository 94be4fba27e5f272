import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { stagedPrefixOf } from './staged-key.ts';

/** Uploads of one person that wait to be registered, and what they add up to in bytes. */
const maxStagedFiles = 20;
const maxStagedBytes = 100 * 1024 * 1024;

/** Uploads that nobody registered or completed are kept for an hour, in ms. */
export const uploadLifetimeMs = 60 * 60 * 1000;

const retryAfter = 10 * 60;

/** Throws SERVICE_UNAVAILABLE while the disk that pictures lie on is nearly full. */
export async function assertSpace({ objects }: Pick<AppContext, 'objects'>): Promise<void> {
  if (await objects.hasSpace()) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'The server is low on storage and takes no pictures at the moment. Please try again later.',
    { retryAfter },
  );
}

/**
 * Throws TOO_MANY_REQUESTS when the user has so many uploads waiting that there is no room for one
 * more; `except` is the key of one that is being replaced.
 */
export async function assertStagingRoom(
  { objects }: Pick<AppContext, 'objects'>,
  userId: string,
  except?: string,
): Promise<void> {
  const prefix = stagedPrefixOf(userId);
  let files = 0;
  let bytes = 0;
  for await (const { key, size } of objects.list(prefix)) {
    if (key === except) continue;
    files += 1;
    bytes += size;
  }
  for await (const { key } of objects.multipart.listOpen(prefix)) if (key !== except) files += 1;
  if (files < maxStagedFiles && bytes < maxStagedBytes) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `You have ${files} uploads that were sent and not used. Use them, or try again in an hour.`,
    { retryAfter },
  );
}
