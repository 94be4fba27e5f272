import { readFileSync } from 'node:fs';
import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { escapeHtml, fill } from '@marketplace/shared/texts';
import type { AppContext } from '../app-context.ts';
import { isLoopbackHost } from '../platform/networks.ts';
import type { StoredMail } from '../platform/mailer/mailer.ts';
import { isSameSecret } from '../platform/secrets.ts';

/** Allows only the page's style. The emails are in sandboxed frames, which inherit this policy. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const template = readFileSync(new URL('dev-mail.html', import.meta.url), 'utf8');

const keyCookie = 'dev_mail';

/**
 * Returns the path of the email page, with a key unless PUBLIC_URL is a loopback address, because a
 * proxy on this machine may forward requests from anywhere as if they were local.
 */
export function devMailPath({ config, secrets }: Pick<AppContext, 'config' | 'secrets'>): string {
  const key = keyOf({ config, secrets });
  return key === null ? '/dev/mail' : `/dev/mail?key=${key}`;
}

function keyOf({ config, secrets }: Pick<AppContext, 'config' | 'secrets'>): string | null {
  if (isLoopbackHost(new URL(config.publicUrl).hostname)) return null;
  return secrets.hash('dev-mail', 'key').toString('base64url');
}

/**
 * Serves `/dev/mail` with the emails that were not sent because no mail server is configured, and
 * `/dev/mail.json` for tests. Requests must be local and have the key, if any, in the address or in
 * a cookie. All others get 404. Never available in production.
 */
export function registerDevMail(app: FastifyInstance, ctx: AppContext): void {
  const mailbox = ctx.mailbox;
  if (!mailbox || ctx.config.production) return;
  const key = keyOf(ctx);
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    if (!isLocalRequest(request, ctx.config.publicUrl)) return reply.callNotFound();
    reply.header('cache-control', 'no-store');
    if (key === null || isSameSecret(key, request.cookies[keyCookie] ?? '')) return undefined;
    const { key: given } = request.query as { key?: unknown };
    if (typeof given !== 'string' || !isSameSecret(key, given)) return reply.callNotFound();
    const options = { httpOnly: true, sameSite: 'strict', path: '/dev' } as const;
    return reply.setCookie(keyCookie, key, options).redirect(request.url.split('?', 1)[0] ?? '');
  };
  app.get('/dev/mail.json', { onRequest }, () => mailbox.list());

  app.get('/dev/mail', { onRequest }, async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy);
    reply.type('text/html; charset=utf-8');
    return page(await mailbox.list());
  });
}

function page(mails: StoredMail[]): string {
  const list = mails.length === 0 ? '<p>No email yet.</p>' : mails.map(article).join('\n');
  return fill(template, { list });
}

function article(mail: StoredMail): string {
  const subject = escapeHtml(mail.subject);
  return `<article>
<header><h2>${subject}</h2><p>To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(mail.sentAt)}</time></p></header>
<iframe sandbox title="${subject}" loading="lazy" srcdoc="${escapeHtml(mail.html)}"></iframe>
<details><summary>As text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`;
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Returns whether a request is from this machine: over loopback, without a proxy, and for a name of
 * this machine, because another site can make its name point here.
 */
function isLocalRequest(request: FastifyRequest, publicUrl: string): boolean {
  const { headers, socket } = request.raw;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '')) return false;
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return host === new URL(publicUrl).hostname || isLoopbackHost(host);
}
