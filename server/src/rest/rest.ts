import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { accountRoutes } from './account.ts';
import { adminRoutes } from './admin.ts';
import { authRoutes } from './auth.ts';
import { descriptionRoutes } from './descriptions.ts';
import { acceptEmptyJson, keepTokensOut } from './http.ts';
import { listingRoutes } from './listings.ts';
import { messagingRoutes } from './messaging.ts';
import { registerOpenApi } from './openapi.ts';
import { paymentRoutes } from './payments.ts';
import { reviewRoutes } from './reviews.ts';
import { objectRoutes } from './objects.ts';
import { s3Routes } from './s3.ts';
import { uploadRoutes } from './upload.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { userRoutes } from './users.ts';

/** The REST shim: the documented form of each call over the same procedures. It decides nothing. */
export async function registerRest(app: FastifyInstance, ctx: AppContext): Promise<void> {
  await app.register(async (rest) => {
    acceptEmptyJson(rest);
    keepTokensOut(rest);
    await registerOpenApi(rest, ctx);
    authRoutes(rest, ctx);
    userRoutes(rest, ctx);
    accountRoutes(rest, ctx);
    listingRoutes(rest, ctx);
    uploadRoutes(rest, ctx);
    objectRoutes(rest, ctx);
    s3Routes(rest, ctx);
    messagingRoutes(rest, ctx);
    reviewRoutes(rest, ctx);
    descriptionRoutes(rest, ctx);
    adminRoutes(rest, ctx);
    paymentRoutes(rest, ctx);
    await unsubscribeRoutes(rest, ctx);
  });
}
