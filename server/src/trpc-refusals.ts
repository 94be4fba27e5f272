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
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined;
  const body = refusedCall({ code: error.code, message: error.message, retryAfter });
  if (retryAfter) reply.header('retry-after', retryAfter);
  reply.code(body.error.data.httpStatus).header('cache-control', 'no-store').send(body);
}

interface Reason {
  code: TRPCError['code'];
  message: string;
  retryAfter?: number | undefined;
}

/** The answer to a call that is refused before it is run. */
export function refusedCall({ code, message, retryAfter }: Reason) {
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code }));
  const data = { code, httpStatus, retryAfter };
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } };
}
