import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';

/** Milliseconds until a copy of security.txt is out of date; RFC 9116 recommends less than a year. */
const securityTextLife = 180 * 24 * 60 * 60_000;

/** Serves what programs look for at fixed addresses (RFC 8615). */
export function wellKnownRoutes(app: FastifyInstance, { brand, publicUrl }: Config): void {
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${brand.supportEmail}`,
          `Expires: ${new Date(Date.now() + securityTextLife).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  );

  // Nobody has a password. Password managers lead here to where sign-ins are looked after.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/settings?section=devices', 302),
  );
}
