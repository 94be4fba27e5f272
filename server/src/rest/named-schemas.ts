import * as z from 'zod';
import {
  adminConversationView,
  adminGrantView,
  adminListingView,
  adminMessageView,
  adminUserView,
} from '@marketplace/shared/admin/views';
import { currentUserView } from '@marketplace/shared/auth/views';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import { listingView } from '@marketplace/shared/listings/views';
import { conversationView, messageView } from '@marketplace/shared/messaging/views';
import { reviewView } from '@marketplace/shared/reviews/views';
import { profileView } from '@marketplace/shared/users/views';
import { errorAnswer } from './api-schema.ts';

/** What the document describes once, under a name. */
const names = {
  AdminConversation: adminConversationView,
  AdminGrant: adminGrantView,
  AdminListing: adminListingView,
  AdminMessage: adminMessageView,
  AdminUser: adminUserView,
  Conversation: conversationView,
  CurrentUser: currentUserView,
  Error: errorAnswer,
  Listing: listingView,
  Message: messageView,
  NewListing: createListingInput,
  Profile: profileView,
  Review: reviewView,
};

export const namedSchemas = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(names)) namedSchemas.add(schema, { id });
