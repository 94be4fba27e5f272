import { confirmationMinutes, factorSettingsPath } from '@marketplace/shared/factors/constants';
import type { Session } from './context.ts';
import { AppError } from './errors.ts';

const confirmFirst = "Confirm it's you with your second factor, then try again.";
const enrollFirst = `Admins need a second factor. Add one in your settings: ${factorSettingsPath}`;

/** Throws FORBIDDEN if the user has a second factor that the session did not prove recently. */
export function assertConfirmed({ user, confirmedAt }: Session): void {
  const isRecent = Date.now() - (confirmedAt?.getTime() ?? 0) < confirmationMinutes * 60_000;
  if (user.hasFactor && !isRecent) {
    throw new AppError('FORBIDDEN', confirmFirst, { factor: { need: 'CONFIRM' } });
  }
}

/**
 * Throws FORBIDDEN after the admin's grace unless they have a second factor and proved it in this
 * session. During the grace, those who have a factor must prove it too.
 */
export function assertAdminFactor({ user, confirmedAt }: Session, graceDays: number): void {
  if (user.hasFactor && !confirmedAt) {
    throw new AppError('FORBIDDEN', confirmFirst, { factor: { need: 'CONFIRM' } });
  }
  if (!user.hasFactor && graceEnd(user, graceDays).getTime() <= Date.now()) {
    throw new AppError('FORBIDDEN', enrollFirst, { factor: { need: 'ENROLL' } });
  }
}

/** Returns when the admin's calls begin to need a second factor. */
export function graceEnd({ adminSince }: Session['user'], graceDays: number): Date {
  return new Date((adminSince?.getTime() ?? 0) + graceDays * 24 * 60 * 60 * 1000);
}
