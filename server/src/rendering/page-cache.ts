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

interface RenderedHtml extends Pick<SentPage, 'status' | 'redirect'> {
  html: string;
}

/** A page whose data was just read. */
interface FetchedPage {
  /** A hash of the data, or the data itself. */
  data: string;
  render(): Promise<SentPage>;
}

interface CachedPage {
  page: SentPage;
  data: string;
  renderedAt: number;
  /** When its data was last read, in ms as the other times; counted from before that. */
  checkedAt: number;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Milliseconds that a page is shared without reading its data, so that a change shows in a second. */
const uncheckedMs = 900;
/** Milliseconds that a page is used while its data stays the same; it shows ages in minutes. */
const unrenderedMs = 60_000;
/** Of HTML; compressed forms add a fifth. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Lets visitors who ask for a page within a second share it. After that its data is read again, and it
 * is rendered again only if that has changed. Nothing personal may go in.
 */
export function createPageCache(now = () => performance.now()) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    // Redirects have no HTML.
    sizeCalculation: ({ page }) => page.html.length + 1_000,
  });
  const checks = new Map<string, Promise<SentPage>>();
  let changedAt = -Infinity;

  const check = async (url: string, fetch: () => Promise<FetchedPage>) => {
    const checkedAt = now();
    const { data, render } = await fetch();
    const known = pages.get(url);
    const isSame = known?.data === data && checkedAt - known.renderedAt < unrenderedMs;
    const { page, renderedAt } = isSame ? known : { page: await render(), renderedAt: checkedAt };
    const isNewest = (pages.get(url)?.checkedAt ?? checkedAt) <= checkedAt;
    if (isNewest && page.status < 500) pages.set(url, { page, data, renderedAt, checkedAt });
    return page;
  };
  /** The page of an address, path and query, if it is there or on its way. */
  const find = (url: string): SentPage | Promise<SentPage> | undefined => {
    const known = pages.get(url);
    const isFresh = known && known.checkedAt > Math.max(changedAt, now() - uncheckedMs);
    return isFresh ? known.page : checks.get(url);
  };
  return {
    find,
    /** As `find`, or the page made by `fetch`. */
    async get(url: string, fetch: () => Promise<FetchedPage>): Promise<SentPage> {
      const found = find(url);
      if (found) return found;
      const page = check(url, fetch).finally(() => {
        if (checks.get(url) === page) checks.delete(url);
      });
      checks.set(url, page);
      return page;
    },
    /** To be called after a change: later calls get nothing whose data was read before it. */
    expire() {
      changedAt = now();
      checks.clear();
    },
  };
}
