import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { clientBuild } from '../rendering/client-build.ts';
import { routesOf } from '../test/access/known-routes.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let user: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  user = await server.signedIn({ isAdmin: true, firstName: '<script>alert(1)</script>' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const pages = [
  ...['/', '/landing', '/listings', '/home', '/edit-listing/new', '/my-listings', '/messages'],
  ...['/profile', '/orders', '/settings', '/notifications', '/admin', '/admin/initialize'],
  ...['/privacy-policy', '/terms-of-service', '/community-guidelines', '/shipping-policy'],
  ...[
    '/unsubscribe?token=x',
    '/no-such-page',
    '/listings?search=%3Cscript%3Ealert(1)%3C/script%3E',
  ],
];

describe('every page', () => {
  it('runs only script files of this site and the template’s script, for all users', async () => {
    // This test needs the built client: run `npm test` or `npm run build`.
    expect(existsSync(clientBuild), 'the client is built').toBe(true);
    const listingId = await insertListing(database.db, user.id);
    const own = [`/listings/${listingId}`, `/users/${user.id}`];
    for (const path of [...pages, ...own]) {
      for (const cookie of [user.cookie, '']) {
        const answer = await get(path, cookie ? { cookie } : {});
        const policy = answer.headers.get('content-security-policy') ?? '';
        const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
        expect(scripts).toMatch(/^'self'/);
        expect(scripts).not.toMatch(/unsafe|\*|data:|blob:/);
        expect(policy).toContain("object-src 'none'");
        expect(policy).toContain("base-uri 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(foreignScripts(answer.text, scripts)).toEqual([]);
      }
    }
  }, 120_000);
});

/** Returns the scripts of a page that its policy blocks or that an attacker may have written. */
function foreignScripts(html: string, allowed: string): string[] {
  const elements = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const scripts = elements.flatMap(([whole, attributes = '', text = '']) => {
    if (/type="application\/(ld\+)?json"/.test(attributes)) return [];
    if (/ src="\/[^/]/.test(attributes)) return [];
    const hash = createHash('sha256').update(text).digest('base64');
    return allowed.includes(`'sha256-${hash}'`) ? [] : [whole.slice(0, 200)];
  });
  const markup = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '');
  return [...scripts, ...(markup.match(/<[^>]*\s(on\w+=|href="\s*javascript:)[^>]*>/gi) ?? [])];
}

describe('every response', () => {
  it('forbids content sniffing and framing', async () => {
    const routes = await routesOf(async () => (await buildApp(server.ctx)).close());
    const reads = routes.flatMap((route) => route.match(/^GET (.*)$/)?.[1] ?? []);
    const paths = ['/healthz', '/trpc/auth.me', '/trpc/none', '/api/none', '/', '/favicon.ico'];
    for (const path of [...reads.map((read) => read.replaceAll(/:\w+|\*/g, 'x')), ...paths]) {
      const { headers, status } = await get(path, { cookie: user.cookie });
      expect(status).toBeLessThan(504);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toMatch(/camera=\(\), .*payment=\(self\)$/);
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('of a call must not be cached, for users and visitors', async () => {
    const { cookie } = user;
    const calls = ['/api/auth/user', '/api/conversations', '/api/admin/users', '/s3/params'];
    const procedures = ['/trpc/auth.me', '/trpc/account.sessions', '/trpc/account.settings'];
    for (const path of [...calls, ...procedures]) {
      for (const headers of [{ cookie }, {}]) {
        const answer = await get(path, headers as Record<string, string>);
        expect([path, answer.headers.get('cache-control')]).toEqual([
          path,
          expect.stringContaining('no-store'),
        ]);
      }
    }
    const page = await get('/settings', { cookie });
    expect(page.headers.get('cache-control')).toContain('no-store');
  });
});

describe('an address that a visitor opens', () => {
  it('never redirects to another site', async () => {
    const foreign = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      'javascript:alert(1)',
      '%2f%2fevil.example',
      'http:evil.example',
      ' //evil.example',
      '/x/..//evil.example',
    ];
    for (const next of foreign) {
      const answer = await get(`/api/login?next=${encodeURIComponent(next)}`);
      const target = new URL(answer.headers.get('location') ?? '', server.url);
      expect(target.origin).toBe(server.url);
      const onwards = target.searchParams.get('next') ?? '/';
      expect(new URL(onwards, server.url).origin).toBe(server.url);
    }
    for (const path of [
      '//evil.example',
      '/%2f/evil.example',
      '/\\evil.example',
      '/create-listing',
    ]) {
      const location = (await get(path)).headers.get('location') ?? '/';
      expect(new URL(location, server.url).origin).toBe(server.url);
    }
  });

  it('cannot inject a response header', async () => {
    const injected = '%0d%0aX-Injected:%20yes%0d%0a%0d%0a<html>';
    const paths = [
      `/api/login?next=/${injected}`,
      `/api/listings?cursor=${injected}`,
      `/api/listings?limit=1&search=${injected}`,
      `/media/${injected}/320.webp`,
      `/s3/params?filename=${injected}.jpg&type=image/jpeg`,
      `/${injected}`,
    ];
    for (const path of paths) {
      const answer = await get(path, { cookie: user.cookie });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('x-injected')).toBeNull();
    }
  });

  it('reaches no file but the pictures and files of the client', async () => {
    const escapes = [
      '/media/..%2f..%2f..%2f..%2fetc/passwd',
      '/media/%2e%2e/%2e%2e/package.json',
      '/media/..%5c..%5c/package.json',
      '/media/00000000-0000-4000-8000-000000000000/..%2f..%2f320.webp',
      '/media/00000000-0000-4000-8000-000000000000/320.webp%00.png',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e%2findex.html',
      '/..%2f..%2f.env',
      '/.env',
      '/.git/config',
      '/.vite/manifest.json',
      '/server/src/main.ts',
    ];
    for (const path of escapes) {
      const { text, headers } = await get(path);
      expect([path, text]).not.toEqual([
        path,
        expect.stringMatching(/root:x:|"workspaces"|\[core\]/),
      ]);
      expect(headers.get('content-type')).toMatch(/json|html/);
    }
  });
});

it('quickly refuses a body with a hundred thousand levels', async () => {
  const body = `${'{"title":['.repeat(50_000)}1${']}'.repeat(50_000)}`;
  for (const path of ['/api/listings', '/trpc/listings.create', '/trpc/messaging.send']) {
    const start = performance.now();
    const headers = { cookie: user.cookie, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body });
    expect([path, answer.status]).toEqual([path, 400]);
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});

it('refuses more than 50 calls in one batch', async () => {
  const names = Array.from({ length: 51 }, () => 'auth.me').join(',');
  const answer = await get(`/trpc/${names}?batch=1&input=%7B%7D`);
  expect(answer.status).toBe(400);
});
