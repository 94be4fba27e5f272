import * as z from 'zod';
import { spotNameMaxLength, spotNoteMaxLength } from '../deals/constants.ts';
import { safeSpotView } from '../deals/views.ts';
import { currentUserView } from '../auth/schemas.ts';
import { lookupId } from '../ids.ts';
import { messageKind } from '../messaging/timeline.ts';
import { guidelines } from '../moderation/guidelines.ts';
import { availability } from '../listings/views.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { storableText } from '../storable-text.ts';
import { adminPageSize, adminReasonMaxLength } from './constants.ts';

const page = pageInput(adminPageSize).shape;

const search = storableText().trim().max(200).optional();

/** Why an admin acts. The audit log stores it, and the affected user receives it. */
export const adminReason = storableText('Please enter a reason.')
  .trim()
  .min(1, 'Please enter a reason.')
  .max(adminReasonMaxLength, `A reason can have up to ${adminReasonMaxLength} characters.`);

const ruleText = `Choose one of the rules 1 to ${guidelines.length}.`;

/** The number of the community rule that something broke. */
export const guidelineNumber = z
  .int(ruleText)
  .min(1, ruleText)
  .max(guidelines.length, ruleText)
  .optional();

export const adminUsersInput = z.object({
  ...page,
  search,
  filter: z.enum(['all', 'active', 'deactivated', 'admins', 'premium']).default('all'),
});

export const adminListingsInput = z.object({
  ...page,
  search,
  filter: z.enum(['all', 'active', 'flagged', 'reported', 'featured']).default('all'),
});

/** `search` matches part of the name or address of either person. */
export const adminMessagesInput = z.object({
  ...page,
  search,
  conversationId: lookupId.optional(),
  filter: z.enum(['all', 'read', 'unread']).default('all'),
});

/** `search` matches part of the name or address of either person. */
export const adminConversationsInput = z.object({ ...page, search });

/** `action` is one action, such as 'user.deactivate', or a prefix, such as 'user'. */
export const auditLogInput = z.object({
  ...page,
  action: storableText().trim().max(60).optional(),
  targetId: lookupId.optional(),
});

/** A meeting place, such as 'Troy police station', with its town and an optional note. */
export const safeSpotInput = z.object({
  name: storableText('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(spotNameMaxLength, `A name can have up to ${spotNameMaxLength} characters.`),
  town: storableText('Choose a town in the Capital Region.').trim().max(100),
  note: storableText()
    .trim()
    .max(spotNoteMaxLength, `A note can have up to ${spotNoteMaxLength} characters.`)
    .default(''),
});
export const removeSafeSpotInput = z.object({ id: lookupId });
export const safeSpotsView = z.object({ items: z.array(safeSpotView) });

export const adminUserInput = z.object({ id: lookupId });

/** `reason` is optional, because the documented REST calls have none. */
const explained = { id: lookupId, reason: adminReason.optional() };

export const deactivateInput = z.object({ ...explained, guideline: guidelineNumber });
export const reactivateInput = z.object(explained);
export const flagInput = deactivateInput.extend({ reason: adminReason });
export const removeListingInput = z.object({ ...explained, guideline: guidelineNumber });
export const restoreListingInput = z.object(explained);

export const updateUserInput = adminUserInput.extend({
  membershipTier: z.enum(['free', 'premium']).optional(),
  canUsePaypal: z.boolean().optional(),
});

/** The audit log stores `why`. */
export const readConversationInput = z.object({
  ...page,
  conversationId: lookupId,
  why: adminReason.optional(),
});

/** The result of becoming an admin. */
export const adminGrantView = z.object({
  message: z.string(),
  userId: z.string(),
  email: z.string(),
  username: z.string(),
});

export const adminUserView = currentUserView.omit({ town: true }).extend({
  displayName: z.string(),
  isActive: z.boolean(),
  canUsePaypal: z.boolean(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
  lastSeenAt: z.iso.datetime().nullable(),
  deactivatedAt: z.iso.datetime().nullable(),
});

/** A person as admins see them, with the full email address. */
export const adminPersonView = adminUserView.pick({ id: true, email: true, displayName: true });

/** `description` has at most 200 characters. `hiddenByReports`: hidden until a decision. */
export const adminListingView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.string(),
  category: z.string(),
  location: z.string(),
  condition: z.string(),
  images: z.array(z.string()),
  availability,
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  flagReason: z.string().nullable(),
  hiddenByReports: z.boolean(),
  sellerId: z.string(),
  sellerName: z.string(),
  sellerEmail: z.string(),
  createdAt: z.iso.datetime(),
});

export const adminMessageView = z.object({
  id: z.string(),
  conversationId: z.string(),
  seq: z.number(),
  kind: messageKind,
  content: z.string(),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
  senderId: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  receiverId: z.string(),
  receiverName: z.string(),
  receiverEmail: z.string(),
  listingId: z.string(),
  listingTitle: z.string(),
});

export const adminConversationView = z.object({
  id: z.string(),
  listingId: z.string(),
  listingTitle: z.string(),
  participants: z.array(adminPersonView),
  messageCount: z.number(),
  lastMessageAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});

export const auditEntryView = z.object({
  id: z.string(),
  /** Null if the account was deleted. */
  actor: adminPersonView.nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
  /** The target's current name; null if it has none or was deleted. */
  targetName: z.string().nullable(),
  reason: z.string().nullable(),
  /** Details of the action by name, such as a membership tier or a search. */
  details: z.record(z.string(), z.json()).nullable(),
  createdAt: z.iso.datetime(),
});

const withTotal = { total: z.number().optional() };
export const adminUserPage = pageOf(adminUserView).extend(withTotal);
export const adminListingPage = pageOf(adminListingView).extend(withTotal);
export const adminMessagePage = pageOf(adminMessageView).extend(withTotal);
export const adminConversationPage = pageOf(adminConversationView).extend(withTotal);
export const auditLogPage = pageOf(auditEntryView);

/** The numbers of the stat cards. */
export const adminTotalsView = z.object({
  users: z.number(),
  listings: z.number(),
  messages: z.number(),
  conversations: z.number(),
  offers: z.number(),
  /** Listings marked as sold, with or without a hand-over code. */
  sales: z.number(),
  openReports: z.number(),
});

/** The stat cards, and the counts of each of the last 30 days, oldest first. */
export const adminStatsView = adminTotalsView.extend({
  days: z.array(
    adminTotalsView
      .omit({ conversations: true, openReports: true })
      .extend({ day: z.iso.date(), reports: z.number() }),
  ),
});

export const caseChange = z.enum(['reported', 'claimed', 'released', 'decided', 'undone']);

/** Names what changed, without its content. Under load, events are batched and some are dropped. */
const adminEvents = [
  z.object({ type: z.literal('userJoined'), userId: z.string() }),
  z.object({ type: z.literal('userChanged'), userId: z.string() }),
  z.object({ type: z.literal('listingCreated'), listingId: z.string() }),
  z.object({ type: z.literal('listingFlagged'), listingId: z.string() }),
  z.object({ type: z.literal('listingChanged'), listingId: z.string() }),
  z.object({ type: z.literal('report'), caseId: z.string(), change: caseChange }),
  z.object({ type: z.literal('messageSent') }),
] as const;

export const adminEventView = z.discriminatedUnion('type', adminEvents);

/** The events of `admin.events`: the totals whenever they may have changed, and the changes. */
export const adminFeedEventView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stats'), stats: adminTotalsView }),
  ...adminEvents,
]);

export type AdminGrant = z.output<typeof adminGrantView>;
export type AdminUser = z.output<typeof adminUserView>;
export type AdminListing = z.output<typeof adminListingView>;
export type AdminMessage = z.output<typeof adminMessageView>;
export type AdminConversation = z.output<typeof adminConversationView>;
export type AuditEntry = z.output<typeof auditEntryView>;
export type AdminTotals = z.output<typeof adminTotalsView>;
export type AdminStats = z.output<typeof adminStatsView>;
export type AdminEvent = z.output<typeof adminEventView>;
export type AdminFeedEvent = z.output<typeof adminFeedEventView>;
