import * as z from 'zod';

/** What becoming an admin answers. */
export const adminGrantView = z.object({
  message: z.string(),
  userId: z.string(),
  email: z.string(),
  username: z.string(),
});

export type AdminGrant = z.output<typeof adminGrantView>;
