import type { Category, Condition } from '@marketplace/shared/listings/constants';

export type DemoUser = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  username: string;
  isAdmin: boolean;
  membershipTier: 'free' | 'premium';
  canUsePaypal: boolean;
  /** Member since. */
  createdAt: Date;
};

export type DemoImage = {
  id: string;
  /** Of its files in `pictures/<width>`, without the extension. */
  name: string;
};

export type DemoListing = {
  id: string;
  sellerId: string;
  title: string;
  description: string;
  /** Decimal string with two places. */
  price: string;
  category: Category;
  condition: Condition;
  /** 'Town, NY'. */
  location: string;
  images: DemoImage[];
  isActive: boolean;
  isFeatured: boolean;
  createdAt: Date;
};

export type DemoMessage = {
  id: string;
  senderId: string;
  content: string;
  createdAt: Date;
  isRead: boolean;
};

export type DemoConversation = {
  id: string;
  listingId: string;
  buyerId: string;
  sellerId: string;
  /** Oldest first; never empty. */
  messages: DemoMessage[];
};

export type DemoReview = {
  id: string;
  reviewerId: string;
  sellerId: string;
  listingId: string;
  rating: number;
  comment: string | null;
  /** The seller's answer. */
  reply: string | null;
  createdAt: Date;
};

export type DemoData = {
  users: DemoUser[];
  listings: DemoListing[];
  conversations: DemoConversation[];
  reviews: DemoReview[];
};
