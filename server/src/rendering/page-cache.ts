import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { etagOf } from '../platform/etag.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** A page on its way to browsers. What may be sent of it more than once is made once. */
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

/** Milliseconds, counted from before the database was read: a change is seen within a second. */
const life = 900;
/** Pages kept at once, some 150 kB each. */
const maxPages = 200;

export interface PageCache {
  /** The page of an address, path and query: what is kept of it, else what `make` makes. */
  get(url: string, make: () => Promise<SentPage>): Promise<SentPage>;
  /** After a change: whoever asks from now on gets nothing that was made before it. */
  clear(): void;
}

/**
 * Lets visitors who ask for the same page within a second share one. Nothing personal may go in.
 * What fails is not kept.
 */
export function createPageCache(): PageCache {
  const kept = new Map<string, { since: number; page: Promise<SentPage> }>();
  return {
    async get(url, make) {
      const known = kept.get(url);
      if (known && performance.now() - known.since < life) return known.page;
      const entry = { since: performance.now(), page: make() };
      // The youngest last, so that the first is the one to go.
      kept.delete(url);
      kept.set(url, entry);
      const [oldest] = kept.keys();
      if (kept.size > maxPages && oldest !== undefined) kept.delete(oldest);
      const isFine = await entry.page.then(
        ({ status }) => status < 500,
        () => false,
      );
      if (!isFine && kept.get(url) === entry) kept.delete(url);
      return entry.page;
    },
    clear: () => kept.clear(),
  };
}
