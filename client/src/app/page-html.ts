import type { PageConfig } from '@marketplace/server/rendering/page';
import { escapeHtml } from '@marketplace/shared/texts';
import { documentTitle } from '../config/document-title.ts';
import type { Head } from '../api/prefetch.ts';
import { scriptJson } from './page-state.ts';

/** Renders a page's head: title, description, canonical address, Open Graph, and JSON-LD. */
export function headHtml(head: Head, config: PageConfig): string {
  const { brand, publicUrl } = config;
  const title = documentTitle(head.title, brand);
  const absolute = (path: string) => new URL(path, `${publicUrl}/`).href;
  const meta = (name: string, content: string | undefined) =>
    content ? [`<meta name="${name}" content="${escapeHtml(content)}" />`] : [];
  const property = (name: string, content: string | undefined) =>
    content ? [`<meta property="${name}" content="${escapeHtml(content)}" />`] : [];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...meta('description', head.description),
    ...(head.hidden ? meta('robots', 'noindex') : []),
    ...(head.canonical
      ? [`<link rel="canonical" href="${escapeHtml(absolute(head.canonical))}" />`]
      : []),
    ...property('og:site_name', brand.productName),
    ...property('og:type', head.product ? 'product' : 'website'),
    ...property('og:locale', 'en_US'),
    ...property('og:title', head.title ?? brand.productName),
    ...property('og:description', head.description),
    ...property('og:url', head.canonical && absolute(head.canonical)),
    ...property('og:image', head.image && absolute(head.image)),
    ...property('og:image:alt', head.image && head.title),
    ...property('product:price:amount', head.product?.price),
    ...property('product:price:currency', head.product?.currency),
    ...property('product:availability', head.product?.availability),
    ...meta('twitter:card', head.image ? 'summary_large_image' : 'summary'),
    ...(head.jsonLd ? [jsonLdScript(head.jsonLd)] : []),
  ].join('\n');
}

function jsonLdScript(things: Record<string, unknown>[]): string {
  const data = { '@context': 'https://schema.org', '@graph': things };
  return `<script type="application/ld+json">${scriptJson(data)}</script>`;
}
