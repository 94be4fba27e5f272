import * as z from 'zod';

/**
 * Which mail a user gets. `messages`: about messages that they have not read; `reviews`: about reviews
 * of them, and replies to reviews of theirs.
 */
export const preferencesView = z.object({ messages: z.boolean(), reviews: z.boolean() });

/** Whose mail was ended; the address is masked, since whoever holds the link is not signed in. */
export const unsubscribedView = z.object({ email: z.string() });
