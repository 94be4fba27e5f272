/** Paths that are never pages: an unknown one below them is answered in JSON. */
const notPages =
  /^\/(api|trpc|paypal|s3|media|assets|dev|metrics|healthz|readyz|csp-reports)(\/|$)/;

/** Whether a request for an address that no route takes is for a page. */
export function isPage({ method, url }: { method: string; url: string }): boolean {
  const [path = '/'] = url.split('?', 1);
  return (method === 'GET' || method === 'HEAD') && !notPages.test(path);
}
