import { createHash } from 'node:crypto';

/** A weak ETag of a text: a proxy may still pack the body. */
export function etagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match header names the tag; weak forms count as well (RFC 9110, 13.1.2). */
export function isAmong(etag: string, header: string | undefined): boolean {
  const tags = (header ?? '').split(',').map(strong);
  return tags.includes(strong(etag)) || tags.includes('*');
}

function strong(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
