import { type Logger, pino } from 'pino';

/**
 * Structured logs, a JSON line each, with the request's id. Of a request only its method and path
 * are kept: no query (it holds searches and tokens), no address, no header, no body.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  });
}
