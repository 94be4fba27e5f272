import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { encodeQR } from 'qr';
import { isolated } from '@marketplace/shared/direction';
import { categoryLabel } from '@marketplace/shared/listings/constants';
import { listingText } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { priceOf } from '@marketplace/shared/money';
import { posterPath } from '@marketplace/shared/paths';
import { shortened } from '@marketplace/shared/plain-text';
import { escapeHtml, fill } from '@marketplace/shared/texts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../errors.ts';
import { getListing } from '../features/listings/browse.ts';
import type { Config } from '../platform/config.ts';
import { etagOf } from '../platform/http.ts';
import { listingPageVersion } from './listing-versions.ts';
import { type PageCache, sendShared, sentPage } from './page-cache.ts';
import { contentSecurityPolicy, inlineScriptSources, readTemplate } from './security-headers.ts';

/** `{body}` and the other placeholders are replaced with HTML. */
const template = readFileSync(new URL('poster.html', import.meta.url), 'utf8');

const stripCount = 10;
/** Longer texts get smaller letters. */
const longest = { price: 18, title: 48 };

/**
 * Serves the poster of a public listing: one page to print, with strips to tear off. It is the same
 * for everybody. Other listings get a page with the status of the listing's page, 404 or 410.
 */
export function registerPoster(app: FastifyInstance, ctx: AppContext, cache: PageCache): void {
  // This script of every page applies the chosen color scheme.
  const [script = ''] = /<script>[\s\S]*?<\/script>/.exec(readTemplate()) ?? [];
  const page = fill(template, { script, name: escapeHtml(ctx.config.brand.productName) });
  const policy = policyOf(ctx.config, page);

  const fetch = async (id: string) => {
    const listing = await getListing(ctx.db, null, id).catch(missingStatus);
    const render = async () =>
      typeof listing === 'number'
        ? sentPage({ status: listing, html: fill(page, missing) })
        : sentPage({ status: 200, html: fill(page, partsOf(listing, ctx.config)) });
    return { data: etagOf(JSON.stringify(listing)), render };
  };

  app.get<{ Params: { id: string } }>(posterPath(':id'), async (request, reply) => {
    const id = request.params.id.toLowerCase();
    const version = () => listingPageVersion(ctx.pool, `/listings/${id}`);
    const found = await cache.get(posterPath(id), { version, fetch: () => fetch(id) });
    reply.headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' });
    return sendShared(found, reply);
  });
}

/** Returns a policy that allows pictures, and of scripts only the two inline ones of the page. */
function policyOf(config: Config, page: string): string {
  const pictures = contentSecurityPolicy(config)['img-src'] ?? [];
  return [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    `img-src ${pictures.join(' ')}`,
    `script-src ${inlineScriptSources(page).join(' ')}`,
    "style-src 'unsafe-inline'",
  ].join('; ');
}

/** Returns the status for a listing that is not public. Rethrows all other errors. */
function missingStatus(error: unknown): number {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return error.gone ? 410 : 404;
  throw error;
}

const missing = {
  title: 'Listing not found',
  body: `<main class="message">
      <h1>Listing not found</h1>
      <p>This listing may have been sold or removed, or the link may be incomplete.</p>
      <a class="button" href="/listings">Browse listings</a>
    </main>`,
};

/** Returns the placeholders of the template as HTML. */
function partsOf(listing: ListingView, { publicUrl, brand }: Config) {
  const { title, location, category, images, kind } = listing;
  const address = `${publicUrl}/listings/${listing.id}`;
  const [photo] = images;
  const price = kind === 'wanted' ? `Wanted · ${priceOf(listing)}` : priceOf(listing);
  const place = [location, categoryLabel(category)].filter(Boolean).join(' · ');
  const description = shortened(listingText(listing).description, photo ? 420 : 700);
  const text = description ? `<p class="text" dir="auto">${escapeHtml(description)}</p>` : '';
  const name = escapeHtml(isolated(title));
  const picture = photo
    ? `<img class="photo" src="${escapeHtml(photo)}" width="640" height="480" alt="Photo of ${name}" />`
    : text;
  const code = encodeQR(address, 'svg', { ecc: 'low', border: 2 }).replace(
    '<svg',
    `<svg id="code" role="img" aria-label="QR code of this listing's address"`,
  );
  const strip = `<div class="strip"><svg viewBox="0 0 1 1"><use href="#code" width="1" height="1" /></svg>
        <div dir="auto"><b dir="ltr">${escapeHtml(priceOf(listing))}</b>${escapeHtml(shortened(title, 40))}</div></div>`;
  return {
    title: `Poster for ${name}`,
    body: `<header class="bar">
      <a href="/listings/${listing.id}">Back to the listing</a>
      <p>Prints on one page, with ten strips to tear off at the bottom.</p>
      <button type="button" hidden>Print poster</button>
    </header>
    <main class="sheet">
      <div>
        <p class="price${price.length > longest.price ? ' long' : ''}">${escapeHtml(price)}</p>
        <h1 dir="auto" class="${title.length > longest.title ? 'long' : ''}">${escapeHtml(title)}</h1>
        <p class="place">${escapeHtml(place)}</p>
      </div>
      <div class="middle">
        ${picture}
        <figure>
          ${code}
          <figcaption><strong>${escapeHtml(brand.productName)}</strong>
            Scan for details, or search for this title at ${escapeHtml(new URL(publicUrl).host)}.</figcaption>
        </figure>
      </div>
      ${photo ? text : ''}
      <div class="strips" aria-hidden="true">
        ${strip.repeat(stripCount)}
      </div>
    </main>`,
  };
}
