import type { Selectable } from 'kysely';
import type { Notifications } from '@marketplace/db/types.generated';
import type { MessageKind } from '@marketplace/shared/messaging/timeline';
import type { NotificationType, NotificationView } from '@marketplace/shared/notifications/views';
import type { PushKind } from '@marketplace/shared/push/constants';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import { formatPrice } from '@marketplace/shared/money';
import { type Delivery, formatAmount } from '@marketplace/shared/payments/constants';
import { isolated } from '@marketplace/shared/direction';

/** The data of a notification's text by its type, with names and titles as of that moment. */
interface NotificationData {
  message: {
    conversationId: string;
    messageId?: string;
    name: string;
    listingTitle: string;
    kind?: MessageKind;
    /** Set for steps of a deal. */
    content?: string | null;
  };
  review: { sellerId: string; name: string; rating: number; comment: string | null };
  reply: { sellerId: string; name: string; reply: string };
  flag: { listingId: string; listingTitle: string; what: ListingChange; reason: string | null };
  warning: { about: string; reason: string | null; what: WarningChange };
  reminder: { conversationId: string; name: string; soon: string; place: string };
  'price-drop': { listingId: string; listingTitle: string; price: string; previousPrice: string };
  alert: {
    searchId: string;
    name: string;
    /** Leads to all results of the search. */
    path: string;
    listingId: string;
    listingTitle: string;
    price: string;
    reason: 'new' | 'drop';
  };
  listing: {
    what: keyof typeof endingTitles;
    /** Null for a draft. */
    listingId: string | null;
    listingTitle: string;
    /** The ISO time when the listing ends or the draft is deleted. */
    ends: string;
  };
  webhook: { url: string; reason: 'failed' | 'gone' };
  report: { about: string; outcome: 'acted' | 'dismissed' };
  appeal: { about: string; outcome: 'upheld' | 'reversed'; reason: string };
  sale: { buyerId: string; name: string; listingTitle: string; total: string; delivery: Delivery };
}

export type NotificationPayload = {
  [Type in NotificationType]: { type: Type; data: NotificationData[Type] };
}[NotificationType];

/** A notification for one user, of `count` events. Unread ones of a `groupKey` become one entry. */
export type NotificationDraft = NotificationPayload & {
  userId: string;
  groupKey: string;
  count?: number;
};

/**
 * The notifications that are pushed. Messages are not here, because not every message has a
 * notification.
 */
export const pushKindByType: Partial<Record<NotificationType, PushKind>> = {
  sale: 'deals',
  'price-drop': 'alerts',
  alert: 'alerts',
  reminder: 'reminders',
};

export const messageTitles: Record<MessageKind, (name: string) => string> = {
  text: (name) => `${name} sent you a message`,
  photo: (name) => `${name} sent you a photo`,
  offer: (name) => `An offer from ${name}`,
  reservation: (name) => `Your deal with ${name}`,
  meetup: (name) => `Your meetup with ${name}`,
  handover: (name) => `Your deal with ${name}`,
  line: () => 'Your place in line',
  system: (name) => `Your deal with ${name}`,
};

/** Shortens a text to a number of characters, and counts an emoji as one. */
export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength).join('').trimEnd()}…`;
}

type ListingChange = keyof typeof listingTitles;
type WarningChange = keyof typeof warningTitles;

const listingTitles = {
  flagged: 'Your listing was taken down',
  deleted: 'Your listing was removed',
  restored: 'Your listing is back',
  hidden: 'Your listing is hidden while we review reports about it',
};

const endingTitles = {
  ending: (name: string, ends: string) => `${name} ends ${ends}`,
  ended: (name: string) => `${name} ended`,
  asked: (name: string) => `Is ${name} still available?`,
  draft: (name: string, ends: string) => `We'll delete ${name} on ${ends}`,
};

const endingBody = { body: 'Renew, mark as sold, or let it end.', path: '/my-listings' };
const endingBodies = {
  ending: endingBody,
  asked: endingBody,
  ended: { body: 'Renew in My Listings.', path: '/my-listings?status=ended' },
  draft: { body: 'Any change keeps it.', path: '/my-listings?status=drafts' },
};

/** The page with the decisions about the user. */
const decisionsPath = '/settings?section=decisions';

const warningTitles = {
  warned: 'You received a warning',
  withdrawn: 'We withdrew a warning',
  removed: 'We removed something you wrote',
  restored: 'Something you wrote is back',
  suspended: 'Your account is read-only for now',
  unsuspended: 'Your account works again',
};

/** Returns '3 new listings for “Road bike”'. `reason` matters only if `count` is 1. */
export function alertTitle(found: { name: string; count: number; reason: 'new' | 'drop' }): string {
  const { name, count, reason } = found;
  const what = reason === 'drop' ? 'Price drop' : 'New listing';
  // The generated name of an unnamed search has its own quotation marks.
  const search = name.includes('“') ? isolated(name) : `“${isolated(name)}”`;
  return `${count > 1 ? `${count} new listings` : what} for ${search}`;
}

export function viewNotification(row: Selectable<Notifications>): NotificationView {
  const type = row.type as NotificationType;
  const contentOf = contents[type] as (data: unknown, count: number) => Content;
  return {
    id: row.id,
    type,
    ...contentOf(row.data, row.count),
    count: row.count,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

type Content = Pick<NotificationView, 'title' | 'body' | 'path'>;

const contents: {
  [Type in NotificationType]: (data: NotificationData[Type], count: number) => Content;
} = {
  message: ({ conversationId, name, listingTitle, kind = 'text', content }) => ({
    title: messageTitles[kind](isolated(name)),
    body: joined(listingTitle, content),
    path: `/messages?c=${conversationId}`,
  }),
  review: ({ sellerId, name, rating, comment }, count) => ({
    title: `${isolated(name)}${count > 1 ? ` and ${count - 1} more` : ''} rated you`,
    body: joined(`${rating} of 5`, comment),
    path: `/users/${sellerId}`,
  }),
  reply: ({ sellerId, name, reply }) => ({
    title: `${isolated(name)} replied to your review`,
    body: reply,
    path: `/users/${sellerId}`,
  }),
  flag: ({ listingTitle, what, reason }) => ({
    title: listingTitles[what],
    body: joined(listingTitle, reason),
    path: what === 'restored' ? '/my-listings' : decisionsPath,
  }),
  warning: ({ about, what, reason }) => ({
    title: warningTitles[what],
    body: joined(about, reason),
    path: decisionsPath,
  }),
  appeal: ({ about, outcome, reason }) => ({
    title: outcome === 'reversed' ? 'We reversed our decision' : 'Our decision stays the same',
    body: joined(about, reason),
    path: decisionsPath,
  }),
  sale: ({ name, listingTitle, total, delivery }) => ({
    title: `Sold: ${isolated(listingTitle)}`,
    body: `${isolated(name)} paid ${formatAmount(total)} with PayPal. ${
      delivery === 'pickup' ? "They'll pick it up." : 'Please ship it.'
    }`,
    path: '/orders',
  }),
  reminder: ({ conversationId, name, soon, place }) => ({
    title: `Your meetup with ${isolated(name)} ${soon}`,
    body: place,
    path: `/messages?c=${conversationId}`,
  }),
  'price-drop': ({ listingId, listingTitle, price, previousPrice }) => ({
    title: `Price drop: ${isolated(listingTitle)}`,
    body: `Now ${formatPrice(price)}, was ${formatPrice(previousPrice)}.`,
    path: `/listings/${listingId}`,
  }),
  alert: ({ listingId, listingTitle, price, path, ...found }, count) => ({
    title: alertTitle({ ...found, count }),
    body: `${isolated(listingTitle)}, ${formatPrice(price)}`,
    path: count > 1 ? path : `/listings/${listingId}`,
  }),
  listing: ({ what, listingTitle, ends }, count) => ({
    title:
      count > 1 && (what === 'ending' || what === 'asked')
        ? `${count} of your listings ${what === 'ending' ? 'end soon' : 'need an answer'}`
        : endingTitles[what](nameOfListings(what, listingTitle, count), regionDayText(ends)),
    ...endingBodies[what],
  }),
  webhook: ({ url, reason }) => ({
    title: 'We turned off a webhook',
    body: `${isolated(url)} ${reason === 'gone' ? 'answered that it is gone.' : 'failed too often.'}`,
    path: '/settings?section=developer',
  }),
  report: ({ about, outcome }) => ({
    title: 'We reviewed your report',
    body:
      outcome === 'acted'
        ? `We took action on ${about}. Thank you.`
        : `We reviewed ${about} and took no action.`,
    path: null,
  }),
};

function nameOfListings(what: keyof typeof endingTitles, title: string, count: number): string {
  if (what !== 'draft') return count > 1 ? `${count} of your listings` : `“${isolated(title)}”`;
  if (count > 1) return `${count} of your drafts`;
  return title.trim() ? `your draft “${isolated(title)}”` : 'your untitled draft';
}

/** Joins texts with a colon, and leaves out empty ones. */
function joined(...texts: (string | null | undefined)[]): string {
  return texts.flatMap((text) => (text ? isolated(text) : [])).join(': ');
}
