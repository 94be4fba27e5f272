import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { etagOf, matchesIfNoneMatch } from '../platform/http.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** A rendered page. Its ETag and compressed forms are made once, when first needed. */
export interface SentPage {
  status: number;
  redirect?: string | undefined;
  /** The content type, if it is not HTML. */
  type?: string | undefined;
  html: Buffer;
  etag(): string;
  brotli(): Promise<Buffer>;
  gzip(): Promise<Buffer>;
}

export function sentPage({ html: text, ...page }: RenderedHtml): SentPage {
  const html = Buffer.from(text);
  let etag: string | undefined;
  let br: Promise<Buffer> | undefined;
  let gz: Promise<Buffer> | undefined;
  return {
    ...page,
    html,
    etag: () => (etag ??= etagOf(html)),
    brotli: () => (br ??= brotli(html, brotliLevel)),
    gzip: () => (gz ??= gzipped(html)),
  };
}

type RenderedHtml = Pick<SentPage, 'status' | 'redirect' | 'type'> & { html: string };

/** The headers that a page depends on. */
export const vary = 'Cookie, Accept-Encoding';

/** Sends a page that proxies may cache for a moment too. */
export async function sendShared(page: SentPage, reply: FastifyReply) {
  const { headers } = reply.request;
  reply.headers({ vary, 'cache-control': 'public, max-age=0, s-maxage=5' });
  if (page.redirect) return reply.redirect(page.redirect, page.status);
  reply.code(page.status).type(page.type ?? 'text/html; charset=utf-8');
  const etag = page.etag();
  reply.header('etag', etag);
  if (page.status === 200 && matchesIfNoneMatch(etag, headers['if-none-match'])) {
    return reply.code(304).send();
  }
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(await page.brotli());
  }
  if (/\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(await page.gzip());
  }
  return reply.send(page.html);
}

interface Source {
  /** Returns a string that changes with the data and is quicker to read, if there is one. */
  version?(): Promise<string | undefined>;
  /** `data` is a hash of the data, or the data itself. */
  fetch(): Promise<{ data: string; render(): Promise<SentPage> }>;
}

interface CachedPage {
  page: SentPage;
  data: string;
  version: string | undefined;
  renderedAt: number;
  /** When the read of its data last began, in ms on the same clock. */
  checkedAt: number;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** How long a page is shared without reading its data, so that a change shows within a second. */
const uncheckedMs = 900;
/** How long a page is used while its data stays the same. Pages show ages in minutes. */
const unrenderedMs = 60_000;

/**
 * Creates a cache that shares a page among visitors for about a second. After that, the page's data
 * is read again, and the page is rendered again only if the data has changed or a minute has
 * passed. Nothing personal may be cached.
 */
export function createPageCache(now = () => performance.now()) {
  const pages = new LRUCache<string, CachedPage>({
    // In bytes of HTML. Compressed forms add a fifth.
    maxSize: 64 * 1024 * 1024,
    // Redirects have no HTML, and the size must be positive.
    sizeCalculation: ({ page }) => page.html.length + 1_000,
  });
  const checks = new Map<string, Promise<SentPage>>();
  let changedAt = -Infinity;

  const keep = (url: string, made: CachedPage) => {
    const isNewest = (pages.get(url)?.checkedAt ?? -Infinity) <= made.checkedAt;
    if (isNewest && made.page.status < 500) pages.set(url, made);
    return made.page;
  };
  const check = async (url: string, source: Source) => {
    const checkedAt = now();
    const version = await source.version?.();
    const old = pages.get(url);
    const known = old && checkedAt - old.renderedAt < unrenderedMs ? old : undefined;
    const isSame = known && version !== undefined && version === known.version;
    if (isSame) return keep(url, { ...known, checkedAt });
    const { data, render } = await source.fetch();
    if (known?.data === data) return keep(url, { ...known, version, checkedAt });
    return keep(url, { page: await render(), data, version, checkedAt, renderedAt: checkedAt });
  };
  /** Returns the page of a path with its query if it is cached or in progress. */
  const find = (url: string): SentPage | Promise<SentPage> | undefined => {
    const known = pages.get(url);
    const isFresh = known && known.checkedAt > Math.max(changedAt, now() - uncheckedMs);
    return isFresh ? known.page : checks.get(url);
  };
  return {
    find,
    /** Returns the page like `find`, or makes it from its source. */
    async get(url: string, source: Source): Promise<SentPage> {
      const found = find(url);
      if (found) return found;
      const page = check(url, source).finally(() => {
        if (checks.get(url) === page) checks.delete(url);
      });
      checks.set(url, page);
      return page;
    },
    /** Call it after a change. Later calls get no page whose data was read before it. */
    expire() {
      changedAt = now();
      checks.clear();
    },
  };
}
