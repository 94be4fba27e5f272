import type { TaskQueue } from '@uppy/core/utils';
import { ask, putBytes, requiredField } from './storage-calls.ts';
import { partsOf, type Part } from './transfer.ts';
import { UploadError } from './upload-error.ts';

/** An upload in parts that was begun at the server. */
export interface BegunUpload {
  uploadId: string;
  key: string;
}

export interface Storing {
  file: File;
  signal: AbortSignal;
  /** Holds back what would be more at once than allowed. */
  queue: TaskQueue;
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
}

/** Sends a file in one piece and gives its address in the store. */
export async function storeWhole({ file, signal, queue, onProgress }: Storing): Promise<string> {
  const announced = { fileName: file.name, contentType: file.type, size: file.size };
  const answer = await ask({
    method: 'POST',
    path: '/api/objects/upload',
    body: announced,
    signal,
  });
  const url = requiredField(answer, 'uploadURL');
  await queue.add(() => putBytes({ url, body: file, signal, onProgress }));
  return url;
}

/**
 * Sends a file in parts and gives its address in the store. `begun` is what an earlier try left:
 * what it had sent is not sent again. `onBegun` is told as soon as there is something to go on with.
 */
export async function storeInParts(
  { file, signal, queue, onProgress }: Storing,
  begun: BegunUpload | undefined,
  onBegun: (upload: BegunUpload) => void,
): Promise<string> {
  const upload = begun ?? (await beginUpload(file, signal));
  onBegun(upload);
  const etags = begun ? await etagsSoFar(begun, signal) : new Map<number, string>();
  const parts = partsOf(file.size);
  const sent = new Map(
    parts.map(({ partNumber, start, end }) => [
      partNumber,
      etags.has(partNumber) ? end - start : 0,
    ]),
  );

  const sendPart = async ({ partNumber, start, end }: Part) => {
    signal.throwIfAborted();
    const path = pathOf(upload, `/${partNumber}`);
    const url = requiredField(await ask({ method: 'GET', path, signal }), 'url');
    const etag = await putBytes({
      url,
      body: file.slice(start, end),
      signal,
      onProgress: (bytes) => {
        sent.set(partNumber, bytes);
        onProgress([...sent.values()].reduce((sum, size) => sum + size, 0));
      },
    });
    if (!etag) throw new UploadError("The server's answer has no ETag.", 502);
    etags.set(partNumber, etag);
  };

  const missing = parts.filter(({ partNumber }) => !etags.has(partNumber));
  await Promise.all(missing.map((part) => queue.add(() => sendPart(part))));
  const completed = await ask({
    method: 'POST',
    path: pathOf(upload, '/complete'),
    body: {
      parts: parts.map(({ partNumber }) => ({
        PartNumber: partNumber,
        ETag: etags.get(partNumber),
      })),
    },
    signal,
  });
  return requiredField(completed, 'location');
}

/** Gives up what was begun; the server sweeps up what this does not reach. */
export async function abandonUpload(upload: BegunUpload): Promise<void> {
  const request = { method: 'DELETE', keepalive: true };
  await fetch(pathOf(upload, ''), request).catch(() => undefined);
}

/** Makes a picture of what lies at an address in the store, and gives the picture's address. */
export async function registerImage(imageURL: string, signal: AbortSignal): Promise<string> {
  const body = { imageURL };
  const answer = await ask({ method: 'PUT', path: '/api/listing-images', body, signal });
  return requiredField(answer, 'objectPath');
}

async function beginUpload(file: File, signal: AbortSignal): Promise<BegunUpload> {
  const body = { filename: file.name, type: file.type, metadata: {} };
  const answer = await ask({ method: 'POST', path: '/s3/multipart', body, signal });
  return { uploadId: requiredField(answer, 'uploadId'), key: requiredField(answer, 'key') };
}

async function etagsSoFar(upload: BegunUpload, signal: AbortSignal): Promise<Map<number, string>> {
  const answer = await ask({ method: 'GET', path: pathOf(upload, ''), signal });
  const parts = Array.isArray(answer) ? (answer as { PartNumber: number; ETag: string }[]) : [];
  return new Map(parts.map(({ PartNumber, ETag }) => [PartNumber, ETag.replace(/^"|"$/g, '')]));
}

function pathOf({ uploadId, key }: BegunUpload, rest: string): string {
  return `/s3/multipart/${encodeURIComponent(uploadId)}${rest}?${new URLSearchParams({ key })}`;
}
