import { UploadError } from './upload-error.ts';

interface Sending {
  method: 'POST' | 'PUT';
  url: string;
  body: Blob | FormData;
  signal?: AbortSignal;
  /** Bytes sent so far, of how many. */
  onProgress?: (sent: number, total: number) => void;
}

export interface Answer {
  status: number;
  statusText: string;
  text: string;
  /** Without its quotation marks. */
  etag: string | null;
}

/**
 * Sends bytes and tells how far it is, which `fetch` cannot. Any answer resolves; throws UploadError
 * with the status 0 when none came, and an AbortError.
 */
export function sendBytes({ method, url, body, signal, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, url);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total));
    request.addEventListener('load', () => {
      const { status, statusText, responseText: text } = request;
      const etag = request.getResponseHeader('etag')?.replace(/^"|"$/g, '') ?? null;
      resolve({ status, statusText, text, etag });
    });
    request.addEventListener('error', () =>
      reject(new UploadError('The connection was lost. Please try again.', 0)),
    );
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    if (signal?.aborted) {
      reject(new DOMException('Aborted', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', stop);
    request.send(body);
  });
}
