import type { FastifyInstance, FastifyRequest } from 'fastify';
import { kindOfPath } from '@marketplace/shared/paths';
import type { Config } from '../platform/config.ts';
import { escapeHtml } from '../platform/mailer/mail-page.ts';
import { readTemplate } from './security-headers.ts';

/** Seconds after which to try again where the refusal names none. */
const usualWait = 5;
/** Seconds by which pages differ, so that they do not all come back at once. */
const spread = 3;

/**
 * Answers people with a page, and not with JSON, when the server refuses a page with 429 or 503. The
 * page needs no other file and no script, and reloads when the refusal says to try again.
 */
export function registerBusyPage(app: FastifyInstance, { brand }: Config): void {
  const name = escapeHtml(brand.productName);
  // The script of every page that applies the chosen color scheme; the CSP has its hash.
  const [script = ''] = /<script>[\s\S]*?<\/script>/.exec(readTemplate()) ?? [];
  app.addHook('onSend', async (request, reply, payload) => {
    const { statusCode } = reply;
    if ((statusCode !== 429 && statusCode !== 503) || !asksForPage(request)) return payload;
    const wait = Number(reply.getHeader('retry-after') ?? usualWait);
    const seconds = wait + Math.floor(Math.random() * spread);
    reply.headers({ 'retry-after': String(wait), 'cache-control': 'no-store' });
    reply.type('text/html; charset=utf-8');
    const reason =
      statusCode === 429
        ? 'Too many requests are coming from your network.'
        : `More people are using ${name} than it can serve at once.`;
    return busyPage({ name, script, reason, seconds });
  });
}

/** True for the address of a page in a browser's window; programs and images accept other types. */
function asksForPage({ method, url, is404, headers }: FastifyRequest): boolean {
  const isPage = method === 'GET' && is404 && kindOfPath(url) === 'page';
  return isPage && (headers.accept ?? '').includes('text/html');
}

/** Colors of app/theme.ts, as on the offline page, whose contrasts hold here too. */
const dark = '--ground: #1c1917; --text: #ece7e0; --line: #36312c; --primary: #257d63;';

const style = `
:root { color-scheme: light dark; --ground: #faf7f2; --text: #221e1a; --line: #eae3d9; --primary: #1f6f58; }
@media (prefers-color-scheme: dark) { :root:not([data-mantine-color-scheme='light']) { ${dark} } }
:root[data-mantine-color-scheme='dark'] { color-scheme: dark; ${dark} }
:root[data-mantine-color-scheme='light'] { color-scheme: light; }
* { box-sizing: border-box; }
body { min-height: 100vh; min-height: 100dvh; margin: 0; background: var(--ground); color: var(--text); font: 0.9375rem/1.4667 ui-sans-serif, system-ui, sans-serif; }
header { display: flex; gap: 10px; align-items: center; padding: calc(14px + env(safe-area-inset-top)) 16px 14px; border-bottom: 1px solid var(--line); font-size: 1.0625rem; font-weight: 700; }
main { max-width: 672px; padding: 40px 16px calc(40px + env(safe-area-inset-bottom)); }
h1 { margin: 0 0 8px; font-size: 1.625rem; font-weight: 650; line-height: 1.25; }
p { max-width: 52ch; margin: 0 0 20px; }
a { display: inline-block; padding: 10px 20px; border-radius: 10px; background: var(--primary); color: #fff; font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }`;

interface Words {
  /** As HTML. */
  name: string;
  script: string;
  reason: string;
  seconds: number;
}

function busyPage({ name, script, reason, seconds }: Words): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${seconds}">
<title>Busy right now · ${name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${script}
<style>${style}</style>
</head>
<body>
<header><img src="/favicon.svg" width="32" height="32" alt="">${name}</header>
<main>
<h1>Busy right now</h1>
<p>${reason} This page reloads automatically in ${seconds}&nbsp;${seconds === 1 ? 'second' : 'seconds'}.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`;
}
