import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';

/** How long a copy of security.txt is valid in ms. RFC 9116 recommends less than a year. */
const securityTextLife = 180 * 24 * 60 * 60_000;

/** Serves the files that programs expect at fixed paths (RFC 8615). */
export function registerWellKnown(app: FastifyInstance, { brand, publicUrl }: Config): void {
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

  // There are no passwords, so password managers get the page where users review their sign-ins.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/settings?section=devices', 302),
  );
}
