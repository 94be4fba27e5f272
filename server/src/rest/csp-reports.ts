import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AppContext } from '../app-context.ts';
import { type LimitRule, takeForNetwork } from '../platform/limiter.ts';
import { cspReportPath } from '../rendering/security-headers.ts';

/** The types of both forms; of none can another site's page send them without being asked. */
const contentTypes = ['application/csp-report', 'application/reports+json', 'application/json'];
const maxReportBytes = 16 * 1024;
/** A page that breaks the policy does so in many places at once. */
const maxReports = 20;

const limit: LimitRule = { name: 'csp-report', points: 20, seconds: 60 };

/** What is read of a report: the rule and what broke it, in neither form the page or the person. */
const reports = z.union([
  z
    .object({
      'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string() }),
    })
    .transform(({ 'csp-report': report }) => [
      { directive: report['effective-directive'], blocked: report['blocked-uri'] },
    ]),
  z
    .array(
      z.object({
        type: z.string(),
        body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }).partial(),
      }),
    )
    .max(maxReports)
    .transform((list) =>
      list.flatMap(({ type, body: { effectiveDirective, blockedURL } }) =>
        type === 'csp-violation' && effectiveDirective !== undefined && blockedURL !== undefined
          ? [{ directive: effectiveDirective, blocked: blockedURL }]
          : [],
      ),
    ),
]);

/**
 * Where browsers report what the content security policy has stopped, in the form of `report-uri` or
 * of `report-to`. Logged are the directive and the origin that was blocked, and nothing else.
 */
export async function cspReportRoutes(app: FastifyInstance, ctx: AppContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      contentTypes,
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    );
    const options = { schema: { hide: true }, bodyLimit: maxReportBytes };
    scope.post(cspReportPath, options, async (request, reply) => {
      await takeForNetwork(ctx.limiter, limit, { ip: request.ip });
      for (const { directive, blocked } of reports.parse(request.body)) {
        const violation = {
          directive: /^[a-z-]{1,40}/.exec(directive)?.[0],
          blocked: originOf(blocked),
        };
        request.log.warn(violation, 'content security policy violated');
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

/** 'inline', 'eval' and the like as they are; of an address its scheme and host. */
function originOf(blocked: string): string {
  const url = URL.canParse(blocked) ? new URL(blocked) : null;
  if (url) return url.host ? `${url.protocol}//${url.host}`.slice(0, 100) : url.protocol;
  return /^[a-z-]{1,30}$/.test(blocked) ? blocked : 'unknown';
}
