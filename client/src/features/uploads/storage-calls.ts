import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { sendBytes } from './send-bytes.ts';
import { withRetries } from './transfer.ts';
import { parseJson, refusalReason, textField, UploadError } from './upload-error.ts';

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  signal: AbortSignal;
}

/**
 * Asks the server, again while that may help, and gives its answer. Throws UploadError: 'Authorization
 * required' for a 401, else the server's own reason.
 */
export function ask({ method, path, body, signal }: Call): Promise<unknown> {
  const call = async () => {
    const response = await fetch(path, {
      method,
      signal,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new UploadError('The connection was lost. Please try again.', 0);
    });
    const answer = parseJson(await response.text());
    if (!response.ok) throw refusal(response, answer);
    return answer;
  };
  return withRetries(call, { signal });
}

interface Put {
  url: string;
  body: Blob;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

/** Sends bytes to a signed address, again while that may help; the ETag of what is stored, if told. */
export function putBytes({ url, body, signal, onProgress }: Put): Promise<string | null> {
  const call = async () => {
    // The size of a form's frame does not count here: the body is the file itself.
    const answer = await sendBytes({ method: 'PUT', url, body, signal, onProgress });
    if (answer.status < 200 || answer.status > 299) throw refusal(answer, parseJson(answer.text));
    return answer.etag;
  };
  return withRetries(call, { signal });
}

function refusal(response: { status: number; statusText: string }, answer: unknown): UploadError {
  const { status } = response;
  if (status === 401) return new UploadError(uploadImagesTexts.unauthorized, status);
  return new UploadError(refusalReason(response, answer), status);
}

/** A field that an answer has to have. Throws UploadError where it has none. */
export function requiredField(answer: unknown, name: string): string {
  const value = textField(answer, name);
  if (!value) throw new UploadError(`The server's answer has no ${name}.`, 502);
  return value;
}
