import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { storableText } from '../storable-text.ts';
import { updateListingInput } from './inputs.ts';

/** How many drafts a user can have. */
export const maxDrafts = 50;
/** A draft is deleted after this many days without a change. */
export const draftDays = 30;
/** The user is notified this many days before a draft is deleted. */
export const draftNoticeDays = 3;
/** How long a removed draft can be restored by saving it. */
export const draftUndoMinutes = 10;

const typed = (most: number) => storableText().max(most);

/**
 * The fields of a draft as typed, which a listing may not have yet. Texts may be longer than those of
 * a listing, so that they can be shortened later. `images` are addresses of uploaded photos.
 */
export const draftContent = updateListingInput
  .pick({ kind: true, category: true, condition: true, images: true })
  .extend({
    title: typed(1_000).optional(),
    description: typed(50_000).optional(),
    price: typed(100).optional(),
    location: typed(1_000).optional(),
    details: z
      .array(z.tuple([typed(500), typed(2_000)]))
      .max(50)
      .optional(),
    isFeatured: z.boolean().optional(),
    isFirmPrice: z.boolean().optional(),
  });

/** A change names the draft's `id` and the `version` that it changes. */
export const saveDraftInput = z.object({
  id: lookupId.optional(),
  version: z.int().optional(),
  draft: draftContent,
  clientId: creationId,
});

export const draftByIdInput = z.object({ id: lookupId });

/** A draft becomes one listing, however often and with whatever `clientId` it is published. */
export const publishDraftInput = z.object({ id: lookupId, clientId: creationId });

export const savedDraftView = z.object({ id: z.string(), version: z.number() });

export const draftView = savedDraftView.extend({
  draft: draftContent,
  updatedAt: z.iso.datetime(),
});

/** A draft in a list. `image` is the address of its first photo. */
export const draftRowView = savedDraftView.extend({
  title: z.string(),
  image: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});

export type DraftContent = z.output<typeof draftContent>;
export type DraftView = z.output<typeof draftView>;
export type DraftRowView = z.output<typeof draftRowView>;
