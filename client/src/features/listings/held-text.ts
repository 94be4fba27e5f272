import { isolated } from '@marketplace/shared/direction';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import type { HeldView } from '@marketplace/shared/screening/views';

/** Returns why a listing is being checked, and what its seller can do. */
export function heldText({ passage, advice, until }: HeldView): string {
  const words = passage && ` because of “${isolated(passage)}”`;
  return (
    `Being checked${words}. Only you can see this listing for now. ${advice} ` +
    `Otherwise, we'll decide by ${regionDayText(until)}.`
  );
}
