import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
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
export async function registerRest(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(async (rest) => {
    acceptEmptyJson(rest);
    keepTokensOut(rest);
    await registerOpenApi(rest, parts);
    authRoutes(rest, parts);
    userRoutes(rest, parts);
    accountRoutes(rest, parts);
    listingRoutes(rest, parts);
    uploadRoutes(rest, parts);
    objectRoutes(rest, parts);
    s3Routes(rest, parts);
    messagingRoutes(rest, parts);
    reviewRoutes(rest, parts);
    descriptionRoutes(rest, parts);
    adminRoutes(rest, parts);
    paymentRoutes(rest, parts);
    await unsubscribeRoutes(rest, parts);
  });
}
