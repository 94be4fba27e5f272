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
export function assertAdminFactor(session: Session, graceDays: number): void {
  const need = adminNeed(session, graceDays);
  if (!need) return;
  const message = need === 'CONFIRM' ? confirmFirst : enrollFirst;
  throw new AppError('FORBIDDEN', message, { factor: { need } });
}

/** Returns what an admin has to do before their calls are accepted in this session, if anything. */
export function adminNeed({ user, confirmedAt }: Session, graceDays: number) {
  if (user.hasFactor) return confirmedAt ? null : 'CONFIRM';
  return graceEnd(user, graceDays).getTime() <= Date.now() ? 'ENROLL' : null;
}

/** Returns when the admin's calls begin to need a second factor. */
export function graceEnd({ adminSince }: Session['user'], graceDays: number): Date {
  return new Date((adminSince?.getTime() ?? 0) + graceDays * 24 * 60 * 60 * 1000);
}
