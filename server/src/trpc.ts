import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod';
import '@marketplace/shared/input-messages';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { texts } from '@marketplace/shared/texts';
import type { TokenScope } from '@marketplace/shared/tokens/constants';
import { type Context, type Session, sessionOfToken } from './context.ts';
import { AppError, databaseBusy, type FieldIssue } from './errors.ts';

/** The issues of an error by field, from the rules of the product or from an input schema. */
export function issuesOf(error: TRPCError): FieldIssue[] | undefined {
  if (error.cause instanceof AppError) return error.cause.issues;
  if (!(error.cause instanceof z.core.$ZodError)) return undefined;
  return error.cause.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
}

/** What the caller learns. A failure of the server says nothing of its cause. */
export function messageOf(error: TRPCError): string {
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Something went wrong on the server.';
  return issuesOf(error)?.[0]?.message ?? error.message;
}

export interface Meta {
  /** Which API tokens a procedure takes. Without one it needs a session. */
  token?: TokenScope;
  /** A mutation that does nothing when it is asked for again, and is served over WebSockets, too. */
  isRepeatable?: true;
  /** Its share of the load that a server accepts; 1 without. */
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
        },
      };
    },
    sse: { enabled: false },
  });

/**
 * What comes before every procedure, in one middleware, because tRPC copies all of a call for each. Calls
 * over tRPC wait for their turn one by one, so that a large batch leaves room for the calls of others.
 * An API token acts as its user where the procedure's meta admits it. Then `check` refuses who may not
 * call. The rules' own errors get their HTTP status; anything else stays a 500.
 */
const admit = <Known extends object>(check: (session: Session | null) => void) =>
  t.middleware(async ({ ctx, meta, next }) => {
    let end: (() => void) | undefined;
    try {
      end = await ctx.enter?.(meta?.weight);
      const session = ctx.token ? sessionOfToken(ctx.token, meta?.token) : ctx.session;
      check(session);
      // Without one `next` gets no context: tRPC would copy all of it, which takes 25 µs.
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

/** The rules' own errors and those of a busy database; null for others. */
function refusalOf(reason: unknown): TRPCError | null {
  const cause = reason instanceof AppError ? reason : databaseBusy(reason);
  return cause && new TRPCError({ code: cause.code, message: cause.message, cause });
}

function requireSession(session: Session | null): asserts session {
  if (!session) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
}

function requireAdmin(session: Session | null): void {
  requireSession(session);
  if (session.user.isAdmin) return;
  throw new TRPCError({ code: 'UNAUTHORIZED', message: texts.adminRequired });
}

/** Adds the issues that `judge` finds to the refusal of an input, so that the caller learns all at once. */
export const alsoRefusing = (judge: (input: unknown, ctx: Context) => Promise<FieldIssue[]>) =>
  t.middleware(async ({ ctx, next, getRawInput }) => {
    const result = await next();
    const found = result.ok ? undefined : issuesOf(result.error);
    if (result.ok || !found) return result;
    const judged = await judge(await getRawInput(), ctx);
    const more = judged.filter(({ path }) => found.every((issue) => issue.path !== path));
    if (more.length === 0) return result;
    throw new AppError('BAD_REQUEST', messageOf(result.error), { issues: [...found, ...more] });
  });

/** The refusal of a call that no procedure answers. */
export function noSuchCall(): TRPCError {
  return new TRPCError({ code: 'NOT_FOUND', message: 'Call not found' });
}

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** For everybody. */
export const publicProcedure = t.procedure.use(admit<object>(() => undefined));

/** For the signed-in; others get 401 'Unauthorized'. */
export const userProcedure = t.procedure.use(admit<{ session: Session }>(requireSession));

/** For admins; others who are signed in get 401 'Admin access required'. */
export const adminProcedure = t.procedure.use(admit<{ session: Session }>(requireAdmin));
