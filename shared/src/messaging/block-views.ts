import * as z from 'zod';

/** Whether the caller blocks that person from now on. */
export const blockView = z.object({ blocked: z.boolean() });

/** The people whom the caller blocks, the newest first. Who has left is 'Deleted user'. */
export const blockedPeopleView = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      profileImageUrl: z.string().nullable(),
      blockedAt: z.iso.datetime(),
    }),
  ),
});

export type BlockedPeopleView = z.output<typeof blockedPeopleView>;
