import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { kindOfPath } from '@marketplace/shared/paths';
import { escapeHtml, fill } from '@marketplace/shared/texts';
import type { Config } from '../platform/config.ts';
import { readTemplate } from './security-headers.ts';

/** `{name}` and the other placeholders are replaced with HTML. */
const template = readFileSync(new URL('busy-page.html', import.meta.url), 'utf8');

/** Sends a page that reloads itself instead of JSON when a request for a page gets a 429 or 503. */
export function registerBusyPage(app: FastifyInstance, { brand }: Config): void {
  const name = escapeHtml(brand.productName);
  // This script of every page applies the chosen color scheme. The CSP has its hash.
  const [script = ''] = /<script>[\s\S]*?<\/script>/.exec(readTemplate()) ?? [];
  app.addHook('onSend', async (request, reply, payload) => {
    const { statusCode } = reply;
    if ((statusCode !== 429 && statusCode !== 503) || !asksForPage(request)) return payload;
    const wait = Number(reply.getHeader('retry-after') ?? 5);
    // The reloads of pages differ, so that they do not all come at once.
    const seconds = wait + Math.floor(Math.random() * 3);
    reply.headers({ 'retry-after': String(wait), 'cache-control': 'no-store' });
    reply.type('text/html; charset=utf-8');
    const reason =
      statusCode === 429
        ? 'Too many requests are coming from your network.'
        : `${name} has more visitors than it can serve right now.`;
    const unit = seconds === 1 ? 'second' : 'seconds';
    return fill(template, { name, script, reason, seconds: String(seconds), unit });
  });
}

/** Returns whether a browser window requests a page. Programs and images accept other types. */
function asksForPage({ method, url, is404, headers }: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && is404 && kindOfPath(url) === 'page';
  return isPage && (headers.accept ?? '').includes('text/html');
}
