import { describe, expect, it } from 'vitest';
import type { PageConfig } from '@marketplace/server/rendering/page';
import { headHtml, scriptJson } from './page-html.ts';

const config: PageConfig = {
  brand: { productName: 'Market', operatorName: 'Operator', supportEmail: 'help@example.com' },
  publicUrl: 'https://market.test',
  featuredPolicy: 'open',
  canDescribe: false,
  paypal: null,
};

const hostile = `</script><script>alert(1)</script>"'`;

describe('the head of a page', () => {
  it('escapes user text', () => {
    const html = headHtml(
      { title: hostile, description: hostile, jsonLd: [{ name: hostile }] },
      config,
    );
    expect(html).not.toContain('<script>');
    expect(html).toContain('<title>&lt;/script&gt;');
    const data = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@graph': [{ name: hostile }] });
  });

  it('makes the addresses of the page and its picture absolute', () => {
    const html = headHtml({ canonical: '/listings/1', image: '/media/a/640.webp' }, config);
    expect(html).toContain('<link rel="canonical" href="https://market.test/listings/1" />');
    expect(html).toContain('content="https://market.test/media/a/640.webp"');
  });

  it('keeps hidden pages out of search engines', () => {
    expect(headHtml({ hidden: true }, config)).toContain('noindex');
    expect(headHtml({}, config)).not.toContain('noindex');
  });
});

describe('the state of a page', () => {
  it('cannot close the script element around it', () => {
    const state = { config, queries: { mutations: [], queries: [], hostile } };
    const text = scriptJson(state);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual(state);
  });
});
