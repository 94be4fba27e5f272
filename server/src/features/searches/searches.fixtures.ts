import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createCallerFactory } from '../../trpc.ts';
import { searchesRouter } from './searches.router.ts';

const createCaller = createCallerFactory(searchesRouter);

export function searchesOf(ctx: AppContext, user: Session['user']) {
  return createCaller(contextOfUser(ctx, user));
}
