import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './mailer/mail-text.ts';

/** Whether a browser asks for a page; no route takes the address of one. */
export function wantsPage({ is404, method, headers }: FastifyRequest): boolean {
  return is404 && method === 'GET' && Boolean(headers.accept?.includes('text/html'));
}

/** Seconds over which the browsers that were refused together spread their return. */
const spread = 4;

/**
 * Prepares the refusal of a page for `retryAfter` seconds and gives its HTML: in place of JSON a page
 * that loads again by itself, without a script or a file. The caller sets the status.
 */
export function prepareBusyPage(
  reply: FastifyReply,
  { productName, retryAfter }: { productName: string; retryAfter: number },
): string {
  reply
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8');
  const seconds = retryAfter + Math.ceil(Math.random() * spread);
  return busyPage(escapeHtml(productName), seconds);
}

const busyPage = (productName: string, seconds: number) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta http-equiv="refresh" content="${seconds}" />
    <title>One moment, please · ${productName}</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        display: grid;
        place-content: center;
        min-height: 90vh;
        margin: 0 16px;
        background: light-dark(#faf7f2, #1c1917);
        color: light-dark(#221e1a, #ece7e0);
        font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
        text-align: center;
      }
      h1 { margin: 0 0 8px; font-size: 1.625rem; font-weight: 650; line-height: 1.25; }
      p { max-width: 40ch; margin: 0 0 20px; }
      a {
        justify-self: center;
        padding: 9px 20px;
        border-radius: 10px;
        background: light-dark(#1f6f58, #257d63);
        color: #fff;
        font-weight: 600;
        text-decoration: none;
      }
    </style>
  </head>
  <body>
    <h1>One moment, please</h1>
    <p>${productName} is very busy right now. This page loads again by itself in a few seconds.</p>
    <a href="">Try again now</a>
  </body>
</html>
`;
