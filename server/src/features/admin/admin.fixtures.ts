import type { Session } from '../../context.ts';
import type { Parts } from '../../parts.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { adminRouter } from './admin.router.ts';

const createAdminCaller = createCallerFactory(adminRouter);

/** The admin procedures as this user calls them; signed out without one. */
export function adminOf(parts: Parts, user?: Session['user']) {
  return createAdminCaller(user ? contextOfUser(parts, user) : testContext(parts));
}

/** An admin of one's own. */
export function createTestAdmin(parts: Parts): Promise<Session['user']> {
  return createTestUser(parts.db, { isAdmin: true });
}

/** The entries of the audit log about one target, oldest first. */
export async function auditOf(parts: Parts, targetId: string | null) {
  return parts.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'targetType', 'reason', 'details'])
    .where('targetId', targetId === null ? 'is' : '=', targetId)
    .orderBy('id')
    .execute();
}
