import { multipartThreshold } from './constants.ts';

/**
 * The size in bytes from which files go in parts. A page may lower it with `data-multipart-from` on
 * its html element: a picture is never as large as the usual threshold.
 */
export function multipartFrom(): number {
  const stated = Number(document.documentElement.dataset.multipartFrom);
  return stated > 0 ? stated : multipartThreshold;
}
