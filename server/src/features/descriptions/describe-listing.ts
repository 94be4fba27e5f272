import type { output } from 'zod';
import type { describeListingInput } from '@marketplace/shared/descriptions/schemas';
import { describeImageTexts } from '@marketplace/shared/outcomes/pictures';
import { AppError, badField } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { DescriberError } from '../../platform/describer.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { ImageError } from '../media/image-error.ts';
import { imageKindOf } from '../media/image-kind.ts';
import { shrinkToJpeg } from '../media/process-image.ts';
import { plainDescription } from './plain-description.ts';

const hourly: LimitRule = { name: 'descriptions-of-user', points: 20, seconds: 60 * 60 };
/** Pixels of the longest side of what is sent on. */
const longestSide = 800;
/** Characters of the current description that are sent on as context. */
const mostContext = 4_000;

const failed = describeImageTexts.failed.message;
const acceptedKinds = new Set<string | null>(['jpeg', 'png', 'webp']);
const dataUrl = /^data:image\/(?:jpeg|png|webp);base64,(?=[A-Za-z0-9+/])/;

/**
 * A description of the picture in plain text, by the configured model. The picture is decoded and
 * encoded anew, so that only pixels are sent on. Throws SERVICE_UNAVAILABLE without a model and for
 * whatever goes wrong with it, a refusal of `image`, and TOO_MANY_REQUESTS beyond 20 an hour.
 */
export async function describeListing(
  { describer, limiter, log }: Pick<AppContext, 'describer' | 'limiter' | 'log'>,
  userId: string,
  { image, currentDescription }: output<typeof describeListingInput>,
): Promise<{ description: string }> {
  if (!describer) {
    throw new AppError('SERVICE_UNAVAILABLE', 'AI descriptions are not configured on this server.');
  }
  const picture = readDataUrl(image);
  await limiter.take(hourly, userId);
  const jpeg = await toJpeg(picture);
  const context = currentDescription.slice(0, mostContext).toWellFormed();
  const answer = await describer
    .describe({ jpeg, currentDescription: context })
    .catch((error: unknown) => {
      if (!(error instanceof DescriberError)) throw error;
      log.warn({ reason: error.message }, 'no description from the model');
      throw new AppError('SERVICE_UNAVAILABLE', failed, { retryAfter: error.retryAfter });
    });
  const description = plainDescription(answer);
  if (description !== null) return { description };
  log.warn({ reason: 'no plain text in the answer' }, 'no description from the model');
  throw new AppError('SERVICE_UNAVAILABLE', failed);
}

function readDataUrl(image: string): Buffer {
  const prefix = dataUrl.exec(image)?.[0];
  if (!prefix) throw badField('image', 'The picture must be a JPEG, PNG or WebP data URL.');
  const body = Buffer.from(image.slice(prefix.length), 'base64');
  // By its content, whatever the address calls it.
  if (!acceptedKinds.has(imageKindOf(body))) {
    throw badField('image', 'The picture is not a JPEG, PNG or WebP.');
  }
  return body;
}

async function toJpeg(picture: Buffer): Promise<Buffer> {
  try {
    return await shrinkToJpeg(picture, 'The picture', longestSide);
  } catch (error) {
    if (error instanceof ImageError) throw badField('image', error.message);
    throw error;
  }
}
