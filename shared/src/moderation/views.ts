import * as z from 'zod';

/** The report that was made, now or the first time. */
export const reportedView = z.object({ id: z.string() });
