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

/** How a page is made. */
interface Source {
  /** What changes with its data, and is quicker to read; undefined if nothing does. */
  version?(): Promise<string | undefined>;
  fetch(): Promise<FetchedPage>;
}

interface CachedPage {
  page: SentPage;
  data: string;
  version: string | undefined;
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
  /** The page of an address, path and query, if it is there or on its way. */
  const find = (url: string): SentPage | Promise<SentPage> | undefined => {
    const known = pages.get(url);
    const isFresh = known && known.checkedAt > Math.max(changedAt, now() - uncheckedMs);
    return isFresh ? known.page : checks.get(url);
  };
  return {
    find,
    /** As `find`, or else from its source. */
    async get(url: string, source: Source): Promise<SentPage> {
      const found = find(url);
      if (found) return found;
      const page = check(url, source).finally(() => {
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
