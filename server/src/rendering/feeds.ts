import type { FastifyInstance, FastifyReply } from 'fastify';
import { generateAtomFeed } from 'feedsmith';
import { isolated } from '@marketplace/shared/direction';
import { categoryLabel } from '@marketplace/shared/listings/constants';
import { feedPath, readFilters } from '@marketplace/shared/listings/filters';
import { listingText } from '@marketplace/shared/listings/parse-details';
import { priceOf } from '@marketplace/shared/money';
import { listingsFeedPath, userFeedPath } from '@marketplace/shared/paths';
import { shortened } from '@marketplace/shared/plain-text';
import type { AppContext } from '../app-context.ts';
import { type ListingFeed, searchFeed, sellerFeed } from '../features/listings/feed.ts';
import type { Config } from '../platform/config.ts';
import { etagOf } from '../platform/http.ts';
import { type PageCache, sendShared, sentPage } from './page-cache.ts';

/**
 * Serves Atom feeds (RFC 4287) of lists and of sellers, the same for visitors and signed-in users.
 * They are cached like the pages of visitors.
 */
export function registerFeeds(app: FastifyInstance, ctx: AppContext, cache: PageCache): void {
  const send = async (reply: FastifyReply, path: string, read: () => Promise<ListingFeed>) => {
    const fetch = async () => {
      const feed = await read();
      const type = 'application/atom+xml; charset=utf-8';
      const render = async () =>
        sentPage({ status: 200, type, html: atomOf(feed, path, ctx.config) });
      return { data: etagOf(JSON.stringify(feed)), render };
    };
    return sendShared(await cache.get(path, { fetch }), reply);
  };
  app.get(listingsFeedPath, async (request, reply) => {
    const filters = readFilters(new URL(request.url, ctx.config.publicUrl).searchParams);
    return send(reply, feedPath(filters), () => searchFeed(ctx, filters));
  });
  app.get<{ Params: { id: string } }>(userFeedPath(':id'), async (request, reply) => {
    const id = request.params.id.toLowerCase();
    return send(reply, userFeedPath(id), () => sellerFeed(ctx, id));
  });
}

function atomOf({ title, page, listings }: ListingFeed, path: string, config: Config): string {
  const { publicUrl, brand } = config;
  const self = publicUrl + path;
  const changes = listings.map(({ updatedAt }) => updatedAt.getTime());
  const feed = {
    id: self,
    title: { value: `${title} · ${brand.productName}` },
    // Without listings, any other time would change the ETag of an unchanged feed.
    updated: new Date(Math.max(0, ...changes)).toISOString(),
    links: [
      { rel: 'self', href: self, type: 'application/atom+xml' },
      { rel: 'alternate', href: publicUrl + page, type: 'text/html' },
    ],
    icon: `${publicUrl}/favicon.ico`,
    entries: listings.map((listing) => entryOf(listing, publicUrl)),
  };
  return generateAtomFeed(withoutForbidden(feed));
}

function entryOf(listing: ListingFeed['listings'][number], publicUrl: string) {
  const { title, category, location, images, sellerId, sellerName, createdAt } = listing;
  const address = `${publicUrl}/listings/${listing.id}`;
  const [photo] = images;
  const label = categoryLabel(category);
  const facts = [location, label].filter(Boolean).join(' · ');
  const description = shortened(listingText(listing).description, 500);
  return {
    id: address,
    title: { value: `${isolated(title)} · ${priceOf(listing)}` },
    links: [
      { rel: 'alternate', href: address, type: 'text/html' },
      ...(photo ? [{ rel: 'enclosure', href: publicUrl + photo, type: 'image/webp' }] : []),
    ],
    published: createdAt,
    updated: listing.updatedAt.toISOString(),
    authors: [{ name: sellerName, uri: `${publicUrl}/users/${sellerId}` }],
    categories: [
      { term: category || 'general', label },
      ...(location ? [{ term: location, label: location }] : []),
    ],
    summary: { value: description ? `${facts}\n${description}` : facts },
  };
}

/** Removes the characters that XML 1.0 forbids even in escaped form from all text. */
function withoutForbidden<Feed extends object>(feed: Feed): Feed {
  const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
  const text = JSON.stringify(feed, (_name, value: unknown) =>
    typeof value === 'string' ? value.replace(forbidden, '') : value,
  );
  return JSON.parse(text) as Feed;
}
