import type { Readable } from 'node:stream';
import { acceptedImageNames, maxImageBytes } from '@marketplace/shared/media/constants';
import { AppError, badField } from '../../errors.ts';
import { displayFileName } from './image-error.ts';
import { imageKindOf } from './image-kind.ts';

/** So many bytes say what kind of file it is. */
const headBytes = 128;

/**
 * Reads a picture that is on its way, and no further than is needed to refuse it: by its first bytes
 * when they are no accepted picture's, or once it is larger than a picture may be. A part after the
 * first has no head. Throws a refusal of `file` that names it.
 */
export async function readPicture(
  stream: Readable,
  { fileName, hasHead = true }: { fileName: string; hasHead?: boolean },
): Promise<Buffer> {
  const name = displayFileName(fileName);
  const chunks: Buffer[] = [];
  let size = 0;
  let isJudged = !hasHead;
  const judge = () => {
    isJudged = true;
    if (size > 0 && !imageKindOf(Buffer.concat(chunks))) throw notAPicture(name);
  };
  // A request that is destroyed can no longer be answered.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxImageBytes) throw tooLargePicture(name);
    if (!isJudged && size >= headBytes) judge();
  }
  if (!isJudged) judge();
  // The parser of forms cuts a file off at the limit.
  if ('truncated' in stream && stream.truncated) throw tooLargePicture(name);
  return Buffer.concat(chunks);
}

/** The refusal of a file that is larger than a picture may be, where it is not known by how much. */
export function tooLargePicture(name: string): AppError {
  const message = `${name} is too large; the most is ${maxImageBytes / 1024 / 1024} MB.`;
  return new AppError('PAYLOAD_TOO_LARGE', message, { issues: [{ path: 'file', message }] });
}

/** The refusal of a file of another kind. */
export function notAPicture(name: string): AppError {
  return badField('file', `${name} is not a picture we accept. Use ${acceptedImageNames}.`);
}
