import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { adminRouter } from './admin.router.ts';

const createAdminCaller = createCallerFactory(adminRouter);

/** Returns the admin procedures as called by this user, or by a visitor if none is given. */
export function adminOf(ctx: AppContext, user?: Session['user']) {
  return createAdminCaller(user ? contextOfUser(ctx, user) : testContext(ctx));
}

export function createTestAdmin(ctx: AppContext): Promise<Session['user']> {
  return createTestUser(ctx.db, { isAdmin: true });
}

/** Returns the entries of the audit log about one target, oldest first. */
export async function auditOf(ctx: AppContext, targetId: string | null) {
  return ctx.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'targetType', 'reason', 'details'])
    .where('targetId', targetId === null ? 'is' : '=', targetId)
    .orderBy('id')
    .execute();
}
