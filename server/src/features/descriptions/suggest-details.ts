import type { output } from 'zod';
import type {
  SuggestedDetails,
  suggestDetailsInput,
} from '@marketplace/shared/descriptions/schemas';
import { titleMaxLength } from '@marketplace/shared/listings/constants';
import { cleanLine } from '@marketplace/shared/plain-text';
import { askModel, type ModelContext } from './ask-model.ts';
import { plainDescription } from './describe-listing.ts';

/**
 * Returns the details of a listing that its pictures show, for the seller to check. Text is plain,
 * without links and addresses. Throws the errors of {@link askModel}.
 */
export async function suggestDetails(
  ctx: ModelContext,
  userId: string,
  { images }: output<typeof suggestDetailsInput>,
): Promise<SuggestedDetails> {
  return askModel(ctx, {
    userId,
    images: Object.fromEntries(images.map((image, index) => [`images.${index}`, image])),
    longestSide: 512,
    ask: async (describer, jpegs) => {
      const { title, description, ...choices } = await describer.suggestDetails(jpegs);
      const line = title === null ? null : plainDescription(title);
      return {
        title: line === null || line.length > titleMaxLength ? null : cleanLine(line),
        description: description === null ? null : plainDescription(description),
        ...choices,
      };
    },
  });
}
