import {
  acceptedImageNames,
  acceptedImageTypes,
  maxImageBytes,
} from '@marketplace/shared/media/constants';
import type { RegisterUpload } from '@marketplace/shared/media/schemas';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { isolated } from '@marketplace/shared/direction';
import { fill } from '@marketplace/shared/texts';
import { pause } from '../../api/keep-subscribed.ts';

/** A refused upload, in the form of the API's errors. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly data: { httpStatus: number };

  /** `httpStatus` is 0 if no answer arrived. */
  constructor(message: string, httpStatus: number) {
    super(message);
    this.data = { httpStatus };
  }
}

/** Puts the file's name in front of a reason that does not contain it. */
export function namedReason(name: string, reason: string): string {
  return reason.includes(name) ? reason : `${isolated(name)}: ${reason}`;
}

/**
 * Returns why a file may not be uploaded, with the file's name, or null. Files of a type that the
 * browser does not know pass: the server judges them by content.
 */
export function refuseFile({ name, type, size }: File): string | null {
  const isUnknown = type === '' || type === 'application/octet-stream';
  if (!isUnknown && !type.startsWith('image/')) {
    return `${isolated(name)} isn't a supported image. Use ${acceptedImageNames}.`;
  }
  return size > maxImageBytes ? `${isolated(name)} is larger than 10 MB.` : null;
}

interface Options {
  /** The use of the picture. A photo for a message is private. */
  purpose?: RegisterUpload['purpose'];
  signal?: AbortSignal;
  /** Called with the part that was sent, 0 to 1. */
  onProgress?: (sent: number) => void;
  /** The waits before each retry of a request, in ms. Without them, there is no retry. */
  retryDelays?: number[];
}

/** The addresses of sent files whose registration was postponed. The server has these files. */
const sentTo = new WeakMap<File, string>();

/**
 * Stores one picture: requests an upload address, sends the file there and registers it. Resolves
 * to the picture's path. Throws an UploadError with the server's reason or 'Upload failed: {status
 * text}', or an AbortError. If only the registration was postponed, the next call does not send the
 * file again.
 */
export async function uploadImage(file: File, options: Options = {}): Promise<string> {
  const call = (method: Call['method'], url: string, body: Call['body']) =>
    withRetries(() => send({ method, url, body, ...options }), options);
  let imageURL = sentTo.get(file);
  if (!imageURL) {
    const { name: fileName, size } = file;
    // The server judges files of another type, or of none, by their content.
    const contentType = acceptedImageTypes.find((type) => type === file.type);
    const announced = await call('POST', '/api/objects/upload', { fileName, contentType, size });
    imageURL = requiredField(announced, 'uploadURL');
    await call('PUT', imageURL, file);
  }
  sentTo.delete(file);
  try {
    const { purpose } = options;
    const registered = await call('PUT', '/api/listing-images', { imageURL, purpose });
    return requiredField(registered, 'objectPath');
  } catch (error) {
    const status = error instanceof UploadError && error.data.httpStatus;
    if (status === 429 || status === 503) sentTo.set(file, imageURL);
    throw error;
  }
}

interface Call extends Pick<Options, 'signal' | 'onProgress'> {
  method: 'POST' | 'PUT';
  url: string;
  /** A file, or an object that is sent as JSON. */
  body: File | object;
}

/** The fields used of an answer, or null if the answer is not JSON. */
type Answer = Partial<Record<'uploadURL' | 'objectPath' | 'message', string>> | null;

/** Uses XMLHttpRequest, since `fetch` does not report upload progress. */
function send({ method, url, body, signal, onProgress }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.responseType = 'json';
    request.addEventListener('load', () => {
      const { status, statusText } = request;
      const answer = request.response as Answer;
      // HTTP/2 has no status text.
      const fallback = fill(uploadImagesTexts.status, { status: statusText || String(status) });
      if (status >= 200 && status <= 299) resolve(answer);
      else reject(new UploadError(answer?.message || fallback, status));
    });
    request.addEventListener('error', () =>
      reject(new UploadError('The connection was lost. Please try again.', 0)),
    );
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (body instanceof File) {
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress?.(total > 0 ? loaded / total : 0),
      );
      request.send(body);
    } else {
      request.setRequestHeader('content-type', 'application/json');
      request.send(JSON.stringify(body));
    }
  });
}

function requiredField(answer: Answer, name: 'uploadURL' | 'objectPath'): string {
  const value = answer?.[name];
  if (!value) throw new UploadError(`The server's answer has no ${name}.`, 502);
  return value;
}

/** Returns true for a lost connection (0), a temporary refusal and most server errors. */
export function isWorthRetry(status: number): boolean {
  if ([0, 408, 409, 418, 423, 429].includes(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/**
 * Repeats `call` until it succeeds or fails for good, with a wait before each retry. Throws the
 * last error.
 */
export async function withRetries<Result>(
  call: () => Promise<Result>,
  { signal, retryDelays = [] }: Pick<Options, 'signal' | 'retryDelays'>,
): Promise<Result> {
  for (const delay of retryDelays) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UploadError) || !isWorthRetry(error.data.httpStatus)) throw error;
    }
    await pause(delay, signal);
  }
  signal?.throwIfAborted();
  return call();
}
