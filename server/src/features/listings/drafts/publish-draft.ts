import type { output } from 'zod';
import { storedDetails } from '@marketplace/shared/listings/details';
import type { publishDraftInput } from '@marketplace/shared/listings/drafts';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import type { Context, Session } from '../../../context.ts';
import { AppError, assertId, notFound } from '../../../errors.ts';
import { createListing, findPosted } from '../listings.ts';
import { findDraft } from './drafts.ts';

/**
 * Publishes a draft as `createListing` does, and returns the listing. A repeated call returns the
 * first one. Throws NOT_FOUND, BAD_REQUEST for each field that a listing cannot have, and the errors
 * of `createListing`.
 */
export async function publishDraft(
  ctx: Context,
  caller: Session['user'],
  { id, clientId }: output<typeof publishDraftInput>,
) {
  assertId(id, 'Draft');
  const found = await findDraft(ctx.db, { userId: caller.id, id });
  if (!found || found.isRemoved) {
    const posted = await findPosted(ctx.db, caller, { clientId, draft: { id } });
    if (!posted) throw notFound('Draft');
    return posted;
  }
  const { version, draft } = found.view;
  const details = storedDetails(draft.details ?? []);
  const given = { ...draft, details, clientId, draft: { id: found.view.id, version } };
  const { data, error } = createListingInput.safeParse(given);
  if (!data) {
    const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new AppError('BAD_REQUEST', issues[0]?.message ?? '', { issues });
  }
  return createListing(ctx, caller, data);
}
