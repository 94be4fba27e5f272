import { sendBytes } from './send-bytes.ts';
import { parseJson, refusalReason, textField, UploadError } from './upload-error.ts';

/**
 * Stores one picture in a single request and gives its address. `onProgress` is told the part that
 * was sent, 0 to 1. Throws UploadError with the server's reason, or 'Upload failed: {status text}'.
 */
export async function uploadImage(
  file: File,
  onProgress?: (sent: number) => void,
): Promise<string> {
  const body = new FormData();
  body.append('type', 'listing');
  body.append('file', file);
  const response = await sendBytes({
    method: 'POST',
    url: '/api/upload',
    body,
    onProgress: (sent, total) => onProgress?.(total > 0 ? sent / total : 0),
  });
  const answer = parseJson(response.text);
  if (response.status < 200 || response.status > 299) {
    throw new UploadError(refusalReason(response, answer), response.status);
  }
  const url = textField(answer, 'url');
  if (!url) throw new UploadError("The server's answer has no address.", 502);
  return url;
}
