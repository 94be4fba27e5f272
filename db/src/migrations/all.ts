import type { Migration } from 'kysely/migration';
import * as accounts from './2026-11-20-accounts.ts';
import * as browse from './2026-11-20-browse.ts';
import * as caseOwners from './2026-11-21-case-owners.ts';
import * as conversations from './2026-11-20-conversations.ts';
import * as deviceFamilies from './2026-11-22-device-families.ts';
import * as featuredSellers from './2026-11-22-featured-sellers.ts';
import * as heldReviews from './2026-11-22-held-reviews.ts';
import * as imageAvif from './2026-11-21-image-avif.ts';
import * as listings from './2026-11-20-listings.ts';
import * as messaging from './2026-11-20-messaging.ts';
import * as moderation from './2026-11-20-moderation.ts';
import * as news from './2026-11-20-news.ts';
import * as orders from './2026-11-21-orders.ts';
import * as reportWeight from './2026-11-22-report-weight.ts';
import * as searchBeginnings from './2026-11-22-search-beginnings.ts';
import * as pendingSignIns from './2026-11-22-pending-sign-ins.ts';
import * as tokens from './2026-11-21-tokens.ts';
import * as trust from './2026-11-20-trust.ts';

/**
 * With `concurrently` a migration runs outside any transaction, as `create index concurrently` has
 * to. It must bear to be run again: a failed one leaves its first statements, and an invalid index
 * that has to be dropped first.
 */
export type AppMigration = Migration & { concurrently?: true };

/** Every migration by name. Names sort in the order in which they run; a released one never changes. */
export const migrations: Record<string, AppMigration> = {
  '2026-11-20-1-accounts': accounts,
  '2026-11-20-2-listings': listings,
  '2026-11-20-3-messaging': messaging,
  '2026-11-20-4-trust': trust,
  '2026-11-20-5-browse': browse,
  '2026-11-20-6-conversations': conversations,
  '2026-11-20-7-news': news,
  '2026-11-20-8-moderation': moderation,
  '2026-11-21-1-orders': orders,
  '2026-11-21-2-tokens': tokens,
  '2026-11-21-4-image-avif': imageAvif,
  '2026-11-21-5-case-owners': caseOwners,
  '2026-11-22-1-report-weight': reportWeight,
  '2026-11-22-2-held-reviews': heldReviews,
  '2026-11-22-3-search-beginnings': searchBeginnings,
  '2026-11-22-4-featured-sellers': featuredSellers,
  '2026-11-22-5-pending-sign-ins': pendingSignIns,
  '2026-11-22-6-device-families': deviceFamilies,
};
