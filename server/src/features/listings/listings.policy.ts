import type { Session } from '../../context.ts';
import type { Config } from '../../platform/config.ts';

/** Who asks; null when signed out. */
export type Caller = Session['user'] | null;

/** Whether inactive listings show: to admins, and to sellers asking for their own. */
export function canSeeInactive(caller: Caller, sellerId: string | undefined): boolean {
  return caller !== null && (caller.isAdmin || caller.id === sellerId);
}

/** Editing and deleting are for the owner alone. */
export function canEditListing(caller: Session['user'], listing: { sellerId: string }): boolean {
  return listing.sellerId === caller.id;
}

/** Who may mark a listing as featured. */
export function canFeature(policy: Config['featuredPolicy'], caller: Session['user']): boolean {
  return policy === 'open' || caller.isAdmin || caller.membershipTier === 'premium';
}
