import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod';
import '@marketplace/shared/input-messages';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { texts } from '@marketplace/shared/texts';
import type { TokenScope } from '@marketplace/shared/tokens/constants';
import { assertNotSuspended, type Context, type Session, sessionOfToken } from './context.ts';
import { assertAdminFactor, assertConfirmed } from './factor-rules.ts';
import { AppError, badInput, databaseBusy, type FieldIssue } from './errors.ts';

/** Returns the issues of an error by field, from a rule of the product or an input schema. */
export function issuesOf(error: TRPCError): FieldIssue[] | undefined {
  if (error.cause instanceof AppError) return error.cause.issues;
  if (!(error.cause instanceof z.core.$ZodError)) return undefined;
  return error.cause.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Returns the message for the caller. A server error reveals nothing about its cause. */
export function messageOf(error: TRPCError): string {
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Something went wrong on the server.';
  return issuesOf(error)?.[0]?.message ?? error.message;
}

export interface Meta {
  /** The scope that an API token needs. Without it, the procedure needs a session. */
  token?: TokenScope;
  /** True for a mutation that does nothing when repeated. Sockets allow no other mutations. */
  isRepeatable?: true;
  /** True for a mutation that suspended users may call. They can call all queries. */
  whileSuspended?: true;
  /** The share of the server's capacity that a call takes, by default 1. */
  weight?: number;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const refusal = error.cause instanceof AppError ? error.cause : undefined;
      return {
        ...shape,
        message: messageOf(error),
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          issues: issuesOf(error),
          retryAfter: refusal?.retryAfter,
          listing: refusal?.listing,
          draft: refusal?.draft,
          factor: refusal?.factor,
        },
      };
    },
    sse: { enabled: false },
  });

/**
 * Returns the middleware that runs before every procedure. There is only one, because tRPC copies
 * the whole call for each. Calls over tRPC wait for capacity one by one, so that a large batch
 * leaves room for others. Then `check` refuses callers without permission, and suspended users may
 * only read. Refusals get their HTTP status; any other error stays a 500.
 */
const admit = <Known extends object>(check: (session: Session | null, ctx: Context) => void) =>
  t.middleware(async ({ ctx, meta, type, next }) => {
    let end: (() => void) | undefined;
    try {
      end = await ctx.enter?.(meta?.weight);
      const session = ctx.token ? sessionOfToken(ctx.token, meta?.token) : ctx.session;
      check(session, ctx);
      if (type === 'mutation' && !meta?.whileSuspended) {
        assertNotSuspended(session?.user.suspension);
      }
      // Without a token, `next` gets no context, because tRPC takes 25 µs to copy all of it.
      const result = await next<Known>(ctx.token ? { ctx: { session } as unknown as Known } : {});
      const refusal = result.ok ? null : refusalOf(result.error.cause);
      if (refusal) throw refusal;
      return result;
    } catch (reason) {
      throw refusalOf(reason) ?? reason;
    } finally {
      end?.();
    }
  });

/** Returns a tRPC error for a refusal and for a busy database, else null. */
export function refusalOf(reason: unknown): TRPCError | null {
  const cause = reason instanceof AppError ? reason : databaseBusy(reason);
  return cause && new TRPCError({ code: cause.code, message: cause.message, cause });
}

function requireSession(session: Session | null): asserts session {
  if (!session) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
}

function requireAdmin(session: Session | null, { config }: Context): void {
  requireSession(session);
  if (!session.user.isAdmin) {
    throw new TRPCError({ code: 'UNAUTHORIZED', message: texts.adminRequired });
  }
  assertAdminFactor(session, config.adminGraceDays);
}

/** Adds the issues that `judge` finds to the refusal of an input, so that callers get them all. */
export const alsoRefusing = (judge: (input: unknown, ctx: Context) => Promise<FieldIssue[]>) =>
  t.middleware(async ({ ctx, next, getRawInput }) => {
    const result = await next();
    const found = result.ok ? undefined : issuesOf(result.error);
    if (result.ok || !found) return result;
    const judged = await judge(await getRawInput(), ctx);
    if (judged.length === 0) return result;
    throw badInput(found, judged);
  });

export function noSuchCall(): TRPCError {
  return new TRPCError({ code: 'NOT_FOUND', message: 'Call not found' });
}

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

export const publicProcedure = t.procedure.use(admit<object>(() => undefined));

/** A procedure for signed-in users. Others get 401 'Unauthorized'. */
export const userProcedure = t.procedure.use(admit<{ session: Session }>(requireSession));

/** A procedure for which users with a second factor must have proved it in the last minutes. */
export const confirmedProcedure = t.procedure.use(
  admit<{ session: Session }>((session) => {
    requireSession(session);
    assertConfirmed(session);
  }),
);

/**
 * A procedure for admins. Other users get 401 'Admin access required', and admins without a second
 * factor 403 after their grace.
 */
export const adminProcedure = t.procedure.use(admit<{ session: Session }>(requireAdmin));
