import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { AppContext } from '../app-context.ts';
import type { Config } from '../platform/config.ts';
import { clientBuild, clientRoot } from './client-build.ts';

export const cspReportPath = '/csp-reports';
const bundlerPort = 24_678;

/** Returns the template of every page, from the build or else from the sources. */
export function readTemplate(): string {
  const built = `${clientBuild}/index.html`;
  return readFileSync(existsSync(built) ? built : `${clientRoot}/index.html`, 'utf8');
}

/** Returns the CSP sources for the inline scripts of a template, without data blocks. */
export function inlineScriptSources(template: string): string[] {
  return [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/**
 * Returns the content security policy: only scripts of this site and the inline ones of index.html.
 * Browsers send files to `uploadAddress`, or else to this site. Mantine needs inline styles.
 */
export function contentSecurityPolicy(
  config: Config,
  uploadAddress?: string,
): Record<string, string[]> {
  const template = readTemplate();
  const addresses = [config.s3?.publicUrl, config.s3?.endpoint, uploadAddress];
  const storage = addresses.flatMap((url) => (url ? [new URL(url).origin] : []));
  const paypal = paypalSources(config);
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", ...socketSources(config), ...storage, ...paypal],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'frame-src': ["'self'", ...paypal],
    'img-src': ["'self'", 'data:', 'blob:', ...storage, ...paypal],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    // In development, the bundler adds inline scripts.
    'script-src': config.development
      ? ["'self'", "'unsafe-inline'", ...paypal]
      : ["'self'", ...inlineScriptSources(template), ...paypal],
    'style-src': ["'self'", "'unsafe-inline'"],
    'worker-src': ["'self'"],
    'report-uri': [cspReportPath],
    // Browsers that know `report-to` ignore `report-uri`. It works only under HTTPS.
    ...(config.secureCookies ? { 'upgrade-insecure-requests': [], 'report-to': ['csp'] } : {}),
  };
}

/**
 * Returns the addresses of this site's sockets, which some browsers do not include in 'self'.
 * Without PUBLIC_URL, only this machine reaches it. In development, the bundler has its own socket.
 */
function socketSources({ publicUrl, publicUrlGiven, port, development }: Config): string[] {
  if (publicUrlGiven) return [new URL(publicUrl).origin.replace(/^http/, 'ws')];
  const ports = development ? [port, bundlerPort] : [port];
  return ports.flatMap((own) => [`ws://localhost:${own}`, `ws://127.0.0.1:${own}`]);
}

/**
 * Returns a header that disables features that no page uses, also for injected scripts. PayPal
 * needs the payment feature.
 */
function permissionsPolicy(config: Config): string {
  const unused = [
    ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
    ...['magnetometer', 'microphone', 'midi', 'serial', 'usb'],
  ].map((feature) => `${feature}=()`);
  const payment = ['self', ...paypalSources(config).map((source) => `"${source}"`)];
  return [...unused, `payment=(${payment.join(' ')})`].join(', ');
}

function paypalSources({ paypal }: Config): string[] {
  if (!paypal) return [];
  return [`https://www.${paypal.environment === 'sandbox' ? 'sandbox.' : ''}paypal.com`];
}

export async function registerSecurityHeaders(app: FastifyInstance, ctx: AppContext) {
  const uploadAddress = await ctx.objects.browser?.address('uploads');
  const directives = contentSecurityPolicy(ctx.config, uploadAddress);
  // PayPal's window sends messages to the page that opened it.
  const openerPolicy = ctx.config.paypal ? 'same-origin-allow-popups' : 'same-origin';
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // Over HTTP, browsers ignore this header, or it locks a developer out of localhost.
    strictTransportSecurity: ctx.config.secureCookies,
    crossOriginOpenerPolicy: { policy: openerPolicy },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const permissions = permissionsPolicy(ctx.config);
  app.addHook('onRequest', async (request, reply) => {
    headers(request.raw, reply.raw, () => undefined);
    reply.header('permissions-policy', permissions);
    if (ctx.config.secureCookies) reply.header('reporting-endpoints', `csp="${cspReportPath}"`);
  });
}
