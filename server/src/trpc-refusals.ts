import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { handleError } from './rest/errors.ts';

/**
 * What is refused before a procedure is reached, as tRPC's clients understand it; of a batch the one
 * answer is for all.
 */
export function handleTrpcError(
  error: FastifyError | TRPCError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!(error instanceof AppError || error instanceof TRPCError)) {
    handleError(error, request, reply);
    return;
  }
  const { code, message } = error;
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined;
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code }));
  if (retryAfter) reply.header('retry-after', retryAfter);
  reply
    .code(httpStatus)
    .header('cache-control', 'no-store')
    .send({
      error: {
        message,
        code: TRPC_ERROR_CODES_BY_KEY[code],
        data: { code, httpStatus, retryAfter },
      },
    });
}
