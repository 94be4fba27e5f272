import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { contentSecurityPolicy, inlineScriptSources, readTemplate } from './security-headers.ts';

/** Counts inline scripts by their opening tags, in upper or lower case. */
function countInlineScripts(template: string): number {
  const tags = template.replaceAll(/<!--[^]*?-->/g, '').match(/<script\b[^>]*>/gi) ?? [];
  return tags.filter((tag) => !/\bsrc\b|application\/json/i.test(tag)).length;
}

describe('the content security policy', () => {
  it('allows only the inline scripts of the template, by their hash', () => {
    const policy = contentSecurityPolicy(readConfig({}));
    expect(policy['script-src']).toContain("'self'");
    expect(policy['script-src']).not.toContain("'unsafe-inline'");
    const hashes = policy['script-src']?.filter((source) => source.startsWith("'sha256-"));
    expect(hashes).toEqual(inlineScriptSources(readTemplate()));
    expect(hashes).toHaveLength(countInlineScripts(readTemplate()));
    expect(hashes).not.toHaveLength(0);
  });

  it('hashes inline scripts, and neither files nor data', () => {
    const script = 'document.title = 1;';
    const hash = createHash('sha256').update(script).digest('base64');
    const template = `<script>${script}</script><script src="/a.js"></script><script type="application/json">{}</script>`;
    expect(inlineScriptSources(template)).toEqual([`'sha256-${hash}'`]);
  });

  it('upgrades requests only under HTTPS, because over HTTP that would break the site', () => {
    const plain = contentSecurityPolicy(readConfig({}));
    const secure = contentSecurityPolicy(readConfig({ PUBLIC_URL: 'https://market.test' }));
    expect(plain).not.toHaveProperty('upgrade-insecure-requests');
    expect(secure).toHaveProperty('upgrade-insecure-requests');
  });

  it('lets pages open sockets only to this site', () => {
    const connect = (environment: Record<string, string>) =>
      contentSecurityPolicy(readConfig(environment))['connect-src'];
    expect(connect({ PUBLIC_URL: 'https://market.test/' })).toEqual([
      "'self'",
      'wss://market.test',
    ]);
    expect(connect({ PUBLIC_URL: 'http://192.168.1.5:3000' })).toEqual([
      "'self'",
      'ws://192.168.1.5:3000',
    ]);
    expect(connect({ PORT: '4000' })).toEqual([
      "'self'",
      'ws://localhost:4000',
      'ws://127.0.0.1:4000',
    ]);
  });

  it('lets pictures come from a separate image store', () => {
    const policy = contentSecurityPolicy(
      readConfig({
        S3_ENDPOINT: 'https://s3.test',
        S3_BUCKET: 'images',
        S3_ACCESS_KEY: 'a',
        S3_SECRET_KEY: 'b',
        S3_PUBLIC_URL: 'https://cdn.test/images',
      }),
    );
    expect(policy['img-src']).toContain('https://cdn.test');
    expect(policy['connect-src']).toContain('https://s3.test');
  });

  it('lets pages send files to the address of the image store', () => {
    const policy = contentSecurityPolicy(readConfig({}), 'https://pictures.s3.test/uploads');
    expect(policy['connect-src']).toContain('https://pictures.s3.test');
  });

  it('allows PayPal only if it is configured, and only its sandbox or its live site', () => {
    const from = (more: Record<string, string>) => {
      const policy = contentSecurityPolicy(readConfig(more));
      return ['script-src', 'connect-src', 'frame-src', 'img-src'].flatMap((name) =>
        (policy[name] ?? []).filter((source) => source.includes('paypal')),
      );
    };
    const credentials = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' };
    const sandbox = { ...credentials, PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' };
    expect(from({})).toEqual([]);
    expect(from(credentials)).toEqual(Array(4).fill('https://www.paypal.com'));
    expect(from(sandbox)).toEqual(Array(4).fill('https://www.sandbox.paypal.com'));
  });
});
