/** A refused upload, in the form that the calls' own errors have. */
export class UploadError extends Error {
  readonly data: { httpStatus: number };

  constructor(message: string, httpStatus: number) {
    super(message);
    this.name = 'UploadError';
    this.data = { httpStatus };
  }
}

/** Stores one picture and gives its address. Throws UploadError with the server's reason, or 'Upload failed: {status text}'. */
export async function uploadImage(file: File): Promise<string> {
  const body = new FormData();
  body.append('type', 'listing');
  body.append('file', file);
  const response = await fetch('/api/upload', { method: 'POST', body });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const reason = textField(answer, 'message') ?? `Upload failed: ${response.statusText}`;
    throw new UploadError(reason, response.status);
  }
  const url = textField(answer, 'url');
  if (!url) throw new UploadError('Upload failed: no address', 502);
  return url;
}

function textField(answer: unknown, name: string): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const value = Object.entries(answer).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
