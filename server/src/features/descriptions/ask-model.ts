import { describeImageTexts } from '@marketplace/shared/outcomes/pictures';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { type Describer, DescriberError } from '../../platform/describer.ts';
import { perHour } from '../../platform/limiter.ts';
import { imageKindOf, shrinkToJpeg } from '../media/process-image.ts';

const hourly = perHour('descriptions-of-user', 20);

const acceptedKinds = new Set<string | null>(['jpeg', 'png', 'webp']);
const dataUrl = /^data:image\/(?:jpeg|png|webp);base64,(?=[A-Za-z0-9+/])/;

export type ModelContext = Pick<AppContext, 'describer' | 'limiter' | 'log'>;

/** A question about pictures, by a user. */
interface Question<Answer> {
  userId: string;
  /** Data URLs by the path of their input field. */
  images: Record<string, string>;
  /** The longest side of the pictures that are sent to the model, in pixels. */
  longestSide: number;
  /** Returns null if the answer is of no use. */
  ask: (describer: Describer, jpegs: Buffer[]) => Promise<Answer | null>;
}

/**
 * Asks the configured model about pictures. They are re-encoded, so that only their pixels are
 * sent. Throws BAD_REQUEST for a bad picture, TOO_MANY_REQUESTS, and SERVICE_UNAVAILABLE if no
 * model is configured or the model fails.
 */
export async function askModel<Answer>(
  { describer, limiter, log }: ModelContext,
  { userId, images, longestSide, ask }: Question<Answer>,
): Promise<Answer> {
  if (!describer) {
    throw new AppError('SERVICE_UNAVAILABLE', 'AI descriptions are not configured on this server.');
  }
  const pictures = Object.entries(images).map(([path, image]) => {
    return { path, body: readDataUrl(path, image) };
  });
  await limiter.take(hourly, userId);
  const jpegs = await Promise.all(
    pictures.map(({ path, body }) =>
      shrinkToJpeg(body, 'The picture', longestSide).catch((error: unknown) => {
        throw error instanceof AppError ? badField(path, error.message) : error;
      }),
    ),
  );
  const answer = await ask(describer, jpegs).catch((error: unknown) => {
    if (!(error instanceof DescriberError)) throw error;
    log.warn({ reason: error.message }, 'The model gave no answer.');
    throw failure(error.retryAfter);
  });
  if (answer !== null) return answer;
  log.warn({ reason: 'no plain text in the answer' }, 'The model gave no answer.');
  throw failure();
}

function failure(retryAfter?: number): AppError {
  return new AppError('SERVICE_UNAVAILABLE', describeImageTexts.failed.message, { retryAfter });
}

function readDataUrl(path: string, image: string): Buffer {
  const prefix = dataUrl.exec(image)?.[0];
  if (!prefix) throw badField(path, 'The image must be a JPEG, PNG, or WebP data URL.');
  const body = Buffer.from(image.slice(prefix.length), 'base64');
  // The content decides, because the type in the URL can be wrong.
  if (!acceptedKinds.has(imageKindOf(body))) {
    throw badField(path, "The image isn't a JPEG, PNG, or WebP.");
  }
  return body;
}
