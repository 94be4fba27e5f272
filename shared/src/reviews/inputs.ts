import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { reviewsPerPage } from './constants.ts';

export const reviewsOfSellerInput = z.object({
  sellerId: lookupId,
  ...pageInput(reviewsPerPage).shape,
});
