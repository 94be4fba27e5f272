import * as z from 'zod';
import { AppError } from '../../errors.ts';
import type { Secrets } from '../../platform/secrets.ts';

const permission = z.object({
  kind: z.literal('upload'),
  key: z.string(),
  /** The type that has to come with the file. */
  contentType: z.string().optional(),
  /** In bytes, exactly. */
  size: z.number().optional(),
  /** One part of an upload in parts. */
  part: z.object({ uploadId: z.string(), partNumber: z.number() }).optional(),
  /** In ms since 1970. */
  until: z.number(),
});

/** What our own server takes for a key, where the store itself takes nothing from browsers. */
export type UploadPermission = Omit<z.output<typeof permission>, 'kind' | 'until'>;

/** How long a signed address serves, in seconds, at either kind of store. */
export const signedSeconds = 15 * 60;

/** A permission for 15 minutes as a token that nobody else can make or change. */
export function uploadToken(secrets: Secrets, permitted: UploadPermission): string {
  return secrets.seal({ ...permitted, kind: 'upload', until: Date.now() + signedSeconds * 1000 });
}

/** What the token permits, also when it has expired; null for what is no such token. */
export function readUploadToken(
  secrets: Secrets,
  token: string,
): z.output<typeof permission> | null {
  try {
    return permission.parse(secrets.unseal(token));
  } catch {
    return null;
  }
}

/** What the token permits now. Throws FORBIDDEN for one that is changed or expired. */
export function checkUploadToken(secrets: Secrets, token: string): UploadPermission {
  const permitted = readUploadToken(secrets, token);
  if (permitted && permitted.until > Date.now()) return permitted;
  throw new AppError('FORBIDDEN', 'This upload address does not serve any more. Please try again.');
}
