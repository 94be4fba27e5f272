import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Structured logs, a JSON line each, with the request's id. Of a request only its method and path
 * are kept: no query (it holds searches and tokens), no part of a path that is longer than an id (a
 * token stands there), no address, no header, no body. Of an error
 * its properties are left out too: the database's carry values of rows, and its whole connection.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0]?.replaceAll(/[^/]{41,}/g, '…'),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

interface DescribedError {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: DescribedError;
}

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
