import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../platform/loopback.ts';

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * From this very machine: over a loopback connection, through no proxy, and asked for under a name
 * of this machine, as a foreign page's own name may be made to point here.
 */
export function isLocalRequest(request: FastifyRequest, publicUrl: string): boolean {
  const { headers, socket } = request.raw;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '')) return false;
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return host === new URL(publicUrl).hostname || isLoopbackHost(host);
}
