import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { fill } from '@marketplace/shared/texts';

/** A refused upload, in the form that the calls' own errors have. */
export class UploadError extends Error {
  readonly data: { httpStatus: number };

  /** `httpStatus` is 0 where no answer came. */
  constructor(message: string, httpStatus: number) {
    super(message);
    this.name = 'UploadError';
    this.data = { httpStatus };
  }
}

/** The reason a refusal gives, or its status text where it gives none; HTTP/2 has only the number. */
export function refusalReason(
  { status, statusText }: { status: number; statusText: string },
  answer: unknown,
): string {
  const given = textField(answer, 'message');
  return given ?? fill(uploadImagesTexts.status, { status: statusText || String(status) });
}

/** The text in a field of an answer; undefined where there is none. */
export function textField(answer: unknown, name: string): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const value = Object.entries(answer).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** JSON of an answer's text; null for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A reason with the name of its file, unless it tells the name already. */
export function namedReason(name: string, reason: string): string {
  return reason.includes(name) ? reason : `${name}: ${reason}`;
}
