import { regionZone } from '../regions/region-time.ts';

export const maxSuspensionDays = 365;

const format = new Intl.DateTimeFormat('en-US', {
  ...{ dateStyle: 'long', timeStyle: 'short' },
  timeZone: regionZone,
});

/** Returns 'December 4, 2026 at 3:15 PM', the same on the server and in every browser. */
export function suspensionEndText(until: Date | string): string {
  return format.format(new Date(until)).replaceAll('\u202f', ' ');
}

/** Returns the refusal of everything that a suspended person cannot do. */
export function suspensionText({ until, reason }: { until: Date; reason: string }): string {
  return `Your account is read-only until ${suspensionEndText(until)}. Reason: ${reason} To appeal, open Decisions in Settings.`;
}
