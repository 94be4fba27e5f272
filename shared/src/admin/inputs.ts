import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { storableText } from '../text.ts';
import { adminPageSize, adminReasonMaxLength } from './constants.ts';

const search = storableText().trim().max(200).optional();

/** Why an admin acts; it goes into the audit log and, where somebody is concerned, to them. */
export const adminReason = storableText('Please give a reason.')
  .trim()
  .min(1, 'Please give a reason.')
  .max(adminReasonMaxLength, `A reason has at most ${adminReasonMaxLength} characters.`);

export const adminUsersInput = z.object({
  ...pageInput(adminPageSize).shape,
  search,
  filter: z.enum(['all', 'active', 'deactivated', 'admins', 'premium']).default('all'),
});

export const adminListingsInput = z.object({
  ...pageInput(adminPageSize).shape,
  search,
  filter: z.enum(['all', 'active', 'flagged', 'reported', 'featured']).default('all'),
});

/** `search` is part of the name or address of one of the two people. */
export const adminMessagesInput = z.object({
  ...pageInput(adminPageSize).shape,
  search,
  conversationId: lookupId.optional(),
  filter: z.enum(['all', 'read', 'unread']).default('all'),
});

/** `search` is part of the name or address of one of the two people. */
export const adminConversationsInput = z.object({ ...pageInput(adminPageSize).shape, search });

export const auditLogInput = z.object({
  ...pageInput(adminPageSize).shape,
  /** An action such as 'user.deactivate', or the first part of some. */
  action: storableText().trim().max(60).optional(),
  targetId: lookupId.optional(),
});

export const adminUserInput = z.object({ id: lookupId });

/** `reason` is optional where the documented REST call carries none. */
export const deactivateInput = z.object({ id: lookupId, reason: adminReason.optional() });
export const flagInput = z.object({ id: lookupId, reason: adminReason });
export const removeListingInput = z.object({ id: lookupId, reason: adminReason.optional() });

export const updateUserInput = z.object({
  id: lookupId,
  membershipTier: z.enum(['free', 'premium']).optional(),
  canUsePaypal: z.boolean().optional(),
});

/** `why` is kept in the audit log with the reading. */
export const readConversationInput = z.object({
  ...pageInput(adminPageSize).shape,
  conversationId: lookupId,
  why: adminReason.optional(),
});
