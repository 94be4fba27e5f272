import type { DehydratedState } from '@tanstack/react-query';
import type { PageConfig } from '@marketplace/server/rendering/page';
import { escapeHtml } from '@marketplace/shared/texts';
import { documentTitle } from '../config/document-title.ts';
import type { Head } from '../api/prefetch.ts';

/** The data that the server sends to the browser within a page. */
export type PageState = { config: PageConfig; queries: DehydratedState };

/** Returns JSON that cannot close the script element around it. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

/** Renders a page's head: title, description, canonical address, Open Graph, and JSON-LD. */
export function headHtml(head: Head, { brand, publicUrl }: PageConfig): string {
  const { title, description, canonical, feed, image, product, jsonLd } = head;
  const absolute = (path: string | undefined) => path && new URL(path, `${publicUrl}/`).href;
  const meta = (name: string, content: string | undefined, attribute = 'name') =>
    content ? `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />` : '';
  const property = (name: string, content: string | undefined) => meta(name, content, 'property');
  const address = absolute(canonical);
  const data = { '@context': 'https://schema.org', '@graph': jsonLd };
  return [
    `<title>${escapeHtml(documentTitle(title, brand))}</title>`,
    meta('description', description),
    meta('robots', head.hidden ? 'noindex' : undefined),
    address ? `<link rel="canonical" href="${escapeHtml(address)}" />` : '',
    feed
      ? `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title ?? '')}" href="${escapeHtml(feed)}" />`
      : '',
    property('og:site_name', brand.productName),
    property('og:type', product ? 'product' : 'website'),
    property('og:locale', 'en_US'),
    property('og:title', title ?? brand.productName),
    property('og:description', description),
    property('og:url', address),
    property('og:image', absolute(image)),
    property('og:image:alt', image && title),
    property('product:price:amount', product?.price),
    property('product:price:currency', product?.currency),
    property('product:availability', product?.availability),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    jsonLd ? `<script type="application/ld+json">${scriptJson(data)}</script>` : '',
  ]
    .filter(Boolean)
    .join('\n');
}
