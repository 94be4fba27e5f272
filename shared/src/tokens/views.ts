import * as z from 'zod';
import { tokenScopes } from './constants.ts';

/** A token without its secret. `lastUsedAt` is to the hour; null before the first use. */
const apiTokenView = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

/** The newest first. */
export const apiTokensView = z.array(apiTokenView);

/** `token` is shown this once; the server keeps a hash of it alone. */
export const newApiTokenView = apiTokenView.extend({ token: z.string() });

export type ApiTokenView = z.output<typeof apiTokenView>;
export type NewApiToken = z.output<typeof newApiTokenView>;
