import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { etagOf } from '../platform/http.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** A rendered page. Its ETag and compressed forms are made once, when first needed. */
export interface SentPage {
  status: number;
  redirect?: string | undefined;
  html: string;
  etag(): string;
  brotli(): Promise<Buffer>;
  gzip(): Promise<Buffer>;
}

export function sentPage(page: Pick<SentPage, 'status' | 'redirect' | 'html'>): SentPage {
  const { html } = page;
  let etag: string | undefined;
  let br: Promise<Buffer> | undefined;
  let gz: Promise<Buffer> | undefined;
  return {
    ...page,
    etag: () => (etag ??= etagOf(html)),
    brotli: () => (br ??= brotli(html, brotliLevel)),
    gzip: () => (gz ??= gzipped(html)),
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Lets visitors who ask for a page within a second share one. Nothing personal may go in. */
export function createPageCache() {
  // Up to 200 pages, some 150 kB each. They live for 900 ms, counted from before the database is
  // read, so that a change is seen within a second.
  const cache = new LRUCache<string, Promise<SentPage>>({ max: 200, ttl: 900 });
  return {
    /** The page of an address, path and query: the cached one, else what `make` makes. */
    get(url: string, make: () => Promise<SentPage>): Promise<SentPage> {
      const known = cache.get(url);
      if (known) return known;
      const page = make();
      cache.set(url, page);
      const drop = () => {
        if (cache.peek(url) === page) cache.delete(url);
      };
      page.then(({ status }) => status >= 500 && drop(), drop);
      return page;
    },
    /** To be called after a change: later calls get nothing that was made before it. */
    clear: () => cache.clear(),
  };
}
