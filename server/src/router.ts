import type { AnyProcedure } from '@trpc/server';
import { accountRouter } from './features/account/account.router.ts';
import { adminRouter } from './features/admin/admin.router.ts';
import { authRouter } from './features/auth/auth.router.ts';
import { blocksRouter } from './features/blocks/blocks.router.ts';
import { dealsRouter } from './features/deals/deals.router.ts';
import { confirmRouter, passkeysRouter, totpRouter } from './features/factors/factors.router.ts';
import { favoritesRouter } from './features/favorites/favorites.router.ts';
import { hiddenRouter } from './features/hidden/hidden.router.ts';
import { draftsRouter } from './features/listings/drafts/drafts.router.ts';
import { listingsRouter } from './features/listings/listings.router.ts';
import { uploadsRouter } from './features/media/uploads.router.ts';
import { messagingRouter } from './features/messaging/messaging.router.ts';
import { notificationsRouter } from './features/notifications/notifications.router.ts';
import { moderationRouter } from './features/moderation/moderation.router.ts';
import { paymentsRouter } from './features/payments/payments.router.ts';
import { pushRouter } from './features/push/push.router.ts';
import { reviewsRouter } from './features/reviews/reviews.router.ts';
import { searchesRouter } from './features/searches/searches.router.ts';
import { tokensRouter } from './features/tokens/tokens.router.ts';
import { webhooksRouter } from './features/webhooks/webhooks.router.ts';
import { createCallerFactory, mergeRouters, router } from './trpc.ts';

/** All procedures. The client imports only the type. */
export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  auth: mergeRouters(authRouter, confirmRouter),
  deals: dealsRouter,
  drafts: draftsRouter,
  favorites: favoritesRouter,
  hidden: hiddenRouter,
  listings: listingsRouter,
  messaging: mergeRouters(messagingRouter, blocksRouter),
  moderation: moderationRouter,
  notifications: notificationsRouter,
  passkeys: passkeysRouter,
  payments: paymentsRouter,
  push: pushRouter,
  uploads: uploadsRouter,
  reviews: reviewsRouter,
  searches: searchesRouter,
  tokens: tokensRouter,
  totp: totpRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;

/** All procedures by full name, for example 'auth.me', which the router's type does not have. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure>;

/** Creates functions that call procedures inside the server: for REST, rendering and tests. */
export const createCaller = createCallerFactory(appRouter);
