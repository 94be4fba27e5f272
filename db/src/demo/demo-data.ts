import { demoConversations } from './conversations.ts';
import { demoListings } from './listings.ts';
import { demoReviews } from './reviews.ts';
import type { DemoData } from './types.ts';
import { demoUsers } from './users.ts';

/** Holds a folder for each stored width, with a WebP file for each picture. */
export const demoPictures = new URL('pictures/', import.meta.url);

/**
 * Everything that an empty marketplace is filled with for a first look: users, listings with the
 * names of their pictures, conversations and reviews. Pure; the same `now` gives equal data,
 * and ids do not depend on `now`.
 */
export function demoData(now: Date): DemoData {
  const users = demoUsers(now);
  const listings = demoListings(now, users);
  return {
    users,
    listings,
    conversations: demoConversations(now, users, listings),
    reviews: demoReviews(now, users, listings),
  };
}
