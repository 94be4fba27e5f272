/** A picture that is refused. The message names the file and says what is wrong; it is shown to people. */
export class ImageError extends Error {
  override name = 'ImageError';
  /** The HTTP status: 413 for a file of too many bytes, 400 for all else. */
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** A file name fit for a message: no path, no control characters, not endless. */
export function displayFileName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const characters = Array.from(plain);
  if (characters.length === 0) return 'The file';
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : plain;
}
