/* Figures of the uploader. */

const megabyte = 1024 * 1024;

/** Files from this size on go in parts, in bytes. */
export const multipartThreshold = 100 * megabyte;

/** No part but the last is smaller, in bytes. */
export const minPartBytes = 5 * megabyte;

/** Files and parts on their way at the same time. */
export const concurrency = 6;

/** Waits before each further try, in ms. */
export const retryDelays = [0, 1000, 3000, 5000];

/** Progress is told at most this often, in ms. */
export const progressThrottle = 500;

/** How long a notice stays in the dashboard, in ms. */
export const infoTimeout = 5000;
