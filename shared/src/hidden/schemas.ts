import * as z from 'zod';
import { lookupId } from '../ids.ts';

/** The maximum number of listings and sellers that a user hides. */
export const maxHidden = 500;

/** A listing to hide or show again, or a seller with all their listings. */
export const hiddenInput = z
  .object({ listingId: lookupId.optional(), sellerId: lookupId.optional() })
  .refine(({ listingId, sellerId }) => (listingId === undefined) !== (sellerId === undefined), {
    error: 'Choose a listing or a seller.',
    path: ['listingId'],
  });

/** True if the listing or seller is now hidden. */
export const hiddenView = z.object({ hidden: z.boolean() });

/** A listing or seller that a user hid. `listing` is null if all listings of the seller are hidden. */
export const hiddenListView = z.array(
  z.object({
    sellerId: z.string(),
    sellerName: z.string(),
    listing: z.object({ id: z.string(), title: z.string() }).nullable(),
    hiddenAt: z.iso.datetime(),
  }),
);

export type HiddenInput = z.output<typeof hiddenInput>;
export type HiddenListView = z.output<typeof hiddenListView>;
