import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AppError, databaseBusy, type FieldIssue } from '../errors.ts';
import { issuesOf, messageOf } from '../trpc.ts';

type ErrorBody = { message: string; issues?: FieldIssue[]; listing?: AppError['listing'] };
type Failure = FastifyError | TRPCError | AppError | z.core.$ZodError;

/** The product's texts for Fastify's errors. Other 4xx errors of Fastify keep only their status. */
const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "The body isn't valid JSON.",
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "This content type isn't supported here.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body doesn't match its Content-Length.",
};

/** Sends the status and the documented body of an error. That of a 5xx has only the request id. */
export function handleError(error: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, retryAfter } = describe(error, request);
  if (status === 500) request.log.error({ err: error }, 'A request failed.');
  // These refusals are intended, and frequent on a busy server.
  else if (status > 500) request.log.warn({ reason: error.message }, 'A request was refused.');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  reply.code(status).header('cache-control', 'no-store').send(body);
}

function describe(
  error: Failure,
  request: FastifyRequest,
): { status: number; body: ErrorBody; retryAfter?: number } {
  const known = asTrpcError(databaseBusy(error) ?? error);
  if (known && known.code !== 'INTERNAL_SERVER_ERROR') {
    const issues = issuesOf(known);
    const refusal = known.cause instanceof AppError ? known.cause : undefined;
    return {
      status: getHTTPStatusCodeFromError(known),
      body: {
        message: messageOf(known),
        ...(issues && { issues }),
        ...(refusal?.listing && { listing: refusal.listing }),
      },
      retryAfter: refusal?.retryAfter,
    };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500 && 'code' in error) {
    const message =
      error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? `The body is too large. The limit is ${bytesText(request.routeOptions.bodyLimit)}.`
        : (fastifyMessages[error.code] ?? 'The request is malformed.');
    return { status, body: { message } };
  }
  return { status: 500, body: { message: `Something went wrong. Request ${request.id}.` } };
}

function bytesText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes % 1024 === 0 ? `${kilobytes / 1024} MB` : `${kilobytes} KB`;
}

function asTrpcError(error: Failure): TRPCError | null {
  if (error instanceof TRPCError) return error;
  if (error instanceof AppError) {
    return new TRPCError({ code: error.code, message: error.message, cause: error });
  }
  return error instanceof z.core.$ZodError
    ? new TRPCError({ code: 'BAD_REQUEST', cause: error })
    : null;
}

/** Sends an error in tRPC's form, once per batch, for calls refused before a procedure runs. */
export function handleTrpcError(
  error: FastifyError | TRPCError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!(error instanceof AppError || error instanceof TRPCError)) {
    return handleError(error, request, reply);
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

/** Returns the response to a call that is refused before it runs. */
export function refusedCall({ code, message, retryAfter }: Reason) {
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code }));
  const data = { code, httpStatus, retryAfter };
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } };
}
