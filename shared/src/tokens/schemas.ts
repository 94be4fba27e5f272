import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { storableText } from '../storable-text.ts';
import { tokenNameMaxLength, tokenScopes } from './constants.ts';

const nameRequired = 'Name your token.';

export const createTokenInput = z.object({
  name: storableText(nameRequired)
    .trim()
    .min(1, nameRequired)
    .max(tokenNameMaxLength, `A name can have up to ${tokenNameMaxLength} characters.`)
    .refine((name) => !/\p{Cc}/u.test(name), "This name has characters we can't display."),
  scope: z.enum(tokenScopes, 'Choose read or write access.'),
  clientId: creationId,
});

export const revokeTokenInput = z.object({ id: lookupId });

/** A token without its secret. `lastUsedAt` is updated once an hour; null before any use. */
const apiTokenView = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export const apiTokensView = z.array(apiTokenView);

/** `token` is only in the response that creates it. The server stores only its hash. */
export const newApiTokenView = apiTokenView.extend({ token: z.string() });

export type ApiTokenView = z.output<typeof apiTokenView>;
export type NewApiToken = z.output<typeof newApiTokenView>;
