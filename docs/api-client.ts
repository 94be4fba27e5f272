// A client of the API. Copy it; it needs nothing but fetch.

/** A refusal: its status, what it says, and the fields that it is about. */
export class ApiError extends Error {
  readonly status: number;
  readonly issues: { path: string; message: string }[];

  constructor(status: number, body: Partial<Refusal>) {
    super(body.message ?? `The server answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.issues = body.issues ?? [];
  }
}

/** One page of a list, and the cursor of the next; null on the last. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface Sent {
  /** Parameters of the path, and of the query. */
  given?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  form?: Record<string, Blob | string | undefined>;
}

function connect({ address, token }: { address: string; token?: string }) {
  async function send(method: string, route: string, { given = {}, json, form }: Sent = {}) {
    const path = route.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${given[name]}`));
    const url = new URL(path, address);
    for (const [name, value] of Object.entries(given)) {
      const isInPath = route.includes(`{${name}}`);
      if (value !== undefined && !isInPath) url.searchParams.set(name, String(value));
    }
    const headers = new Headers();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const answer = await fetch(url, {
      method,
      headers,
      body: form ? formOf(form) : JSON.stringify(json),
    });
    const text = await answer.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    if (!answer.ok) throw new ApiError(answer.status, body as Partial<Refusal>);
    return { body, nextCursor: answer.headers.get('x-next-cursor') };
  }

  async function call<Answer>(method: string, route: string, sent?: Sent): Promise<Answer> {
    return (await send(method, route, sent)).body as Answer;
  }

  async function page<Item>(method: string, route: string, sent?: Sent): Promise<Page<Item>> {
    const { body, nextCursor } = await send(method, route, sent);
    return { items: body as Item[], nextCursor };
  }

  return { call, page };
}

function formOf(fields: Record<string, Blob | string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  return form;
}

// From here on made from /api/openapi.json by scripts/api-client.ts.

/** Calls of the marketplace at `address`, such as 'http://localhost:3000', with a personal token. */
export function createClient(site: { address: string; token?: string }) {
  const { call, page } = connect(site);
  return {
    /** The signed-in user. */
    getCurrentUser: () => call<CurrentUser>('GET', '/api/auth/user'),
    /** A user’s public page. */
    getUser: (given: { id: string }) => call<Profile>('GET', '/api/users/{id}', { given }),
    /** Listings, newest first; only featured ones with `featured=true`. */
    listListings: (
      given: {
        cursor?: string;
        limit?: number;
        search?: string;
        category?:
          | ''
          | 'electronics'
          | 'furniture'
          | 'clothing'
          | 'accessories'
          | 'services'
          | 'food'
          | 'health'
          | 'automotive'
          | 'home'
          | 'sports'
          | 'books'
          | 'other';
        condition?: '' | 'new' | 'like-new' | 'good' | 'fair' | 'poor' | 'used';
        location?: string;
        minPrice?: string;
        maxPrice?: string;
        sellerId?: string;
        featured?: 'true' | 'false';
        availability?: '' | 'available' | 'reserved' | 'all';
        near?: string;
        from?: string;
        to?: string;
        within?: number;
        exclude?: string;
        postedWithin?: number;
        withPhoto?: string | boolean;
        free?: string | boolean;
        literal?: string | boolean;
        kind?: '' | 'offer' | 'wanted';
        sort?: 'newest' | 'price-asc' | 'price-desc' | 'relevance' | 'nearest' | 'along';
      } = {},
    ) => page<Listing>('GET', '/api/listings', { given }),
    /** Creates a listing with images uploaded earlier. */
    createListing: (body: NewListingInput) =>
      call<Listing>('POST', '/api/listings', { json: body }),
    /** One listing. */
    getListing: (given: { id: string }) => call<Listing>('GET', '/api/listings/{id}', { given }),
    /** Updates your listing; omitted fields stay the same. */
    updateListing: (
      given: { id: string },
      body: {
        title: string;
        price: string | number;
        description?: string;
        category?:
          | ''
          | 'electronics'
          | 'furniture'
          | 'clothing'
          | 'accessories'
          | 'services'
          | 'food'
          | 'health'
          | 'automotive'
          | 'home'
          | 'sports'
          | 'books'
          | 'other';
        condition?: 'new' | 'like-new' | 'good' | 'fair' | 'poor';
        location?: string;
        images?: string[];
        isFeatured?: boolean;
        isFirmPrice?: boolean;
        kind?: 'offer' | 'wanted';
        details?: Record<string, string> | null;
      },
    ) => call<Listing>('PUT', '/api/listings/{id}', { given, json: body }),
    /** Deletes your listing. */
    deleteListing: (given: { id: string }) =>
      call<{ message: string }>('DELETE', '/api/listings/{id}', { given }),
    /** Whether a listing can still be had, and its price. */
    getListingAvailability: (given: { id: string }) =>
      call<{
        id: string;
        availability: 'available' | 'reserved' | 'sold' | 'expired';
        version: number;
        title: string;
        price: string;
        isActive: boolean;
      }>('GET', '/api/listings/{id}/availability', { given }),
    /** Your favorites, newest first. */
    listFavorites: (given: { cursor?: string; limit?: number } = {}) =>
      page<{ listingId: string; savedAt: string; title: string | null; listing: Listing | null }>(
        'GET',
        '/api/favorites',
        { given },
      ),
    /** Adds a listing to your favorites. */
    addFavorite: (given: { listingId: string }) =>
      call<{ saved: boolean }>('PUT', '/api/favorites/{listingId}', { given }),
    /** Removes a listing from your favorites. */
    removeFavorite: (given: { listingId: string }) =>
      call<{ saved: boolean }>('DELETE', '/api/favorites/{listingId}', { given }),
    /** Your saved searches with what they found, newest first. */
    listSearches: () =>
      call<
        {
          id: string;
          name: string;
          filter: Record<string, string | number | boolean>;
          seller: { id: string; displayName: string; profileImageUrl: string | null } | null;
          frequency: 'instant' | 'daily' | 'weekly';
          paused: boolean;
          createdAt: string;
          matchCount: number;
          lastMatches: Listing[];
        }[]
      >('GET', '/api/searches'),
    /** Saves a search, or returns the existing one with the same filter. */
    createSearch: (body: {
      name?: string;
      filter: {
        search?: string;
        category?:
          | ''
          | 'electronics'
          | 'furniture'
          | 'clothing'
          | 'accessories'
          | 'services'
          | 'food'
          | 'health'
          | 'automotive'
          | 'home'
          | 'sports'
          | 'books'
          | 'other';
        condition?: '' | 'new' | 'like-new' | 'good' | 'fair' | 'poor' | 'used';
        location?: string;
        minPrice?: string;
        maxPrice?: string;
        sellerId?: string;
        featured?: boolean;
        availability?: '' | 'available' | 'reserved' | 'all';
        near?: string;
        from?: string;
        to?: string;
        within?: number;
        exclude?: string;
        postedWithin?: number;
        withPhoto?: string | boolean;
        free?: string | boolean;
        literal?: string | boolean;
        kind?: '' | 'offer' | 'wanted';
      };
      frequency: 'instant' | 'daily' | 'weekly';
    }) =>
      call<{
        id: string;
        name: string;
        filter: Record<string, string | number | boolean>;
        seller: { id: string; displayName: string; profileImageUrl: string | null } | null;
        frequency: 'instant' | 'daily' | 'weekly';
        paused: boolean;
        createdAt: string;
        matchCount: number;
        lastMatches: Listing[];
      }>('POST', '/api/searches', { json: body }),
    /** Renames, pauses or resumes a saved search; omitted fields stay the same. */
    updateSearch: (
      given: { id: string },
      body: { name?: string; frequency?: 'instant' | 'daily' | 'weekly'; paused?: boolean },
    ) =>
      call<{
        id: string;
        name: string;
        filter: Record<string, string | number | boolean>;
        seller: { id: string; displayName: string; profileImageUrl: string | null } | null;
        frequency: 'instant' | 'daily' | 'weekly';
        paused: boolean;
        createdAt: string;
        matchCount: number;
        lastMatches: Listing[];
      }>('PUT', '/api/searches/{id}', { given, json: body }),
    /** Deletes a saved search. */
    deleteSearch: (given: { id: string }) =>
      call<{ message: string }>('DELETE', '/api/searches/{id}', { given }),
    /** Uploads one listing image. */
    uploadPicture: (body: { file: Blob; type?: 'listing' }) =>
      call<{ url: string }>('POST', '/api/upload', { form: body }),
    /** A URL for uploading one image with PUT, valid for 15 minutes. */
    createUpload: (body?: { fileName?: string; contentType?: string; size?: number } | null) =>
      call<{ uploadURL: string; key: string }>('POST', '/api/objects/upload', { json: body }),
    /** Registers an uploaded file as a listing image. */
    registerUpload: (body: { imageURL: string; purpose?: 'listing' | 'message' }) =>
      call<{ objectPath: string }>('PUT', '/api/listing-images', { json: body }),
    /** A URL for uploading one image as a form, and the fields to send before the file. */
    uploadForm: (given: { filename: string; type: string }) =>
      call<{ url: string; method: 'POST'; fields: Record<string, string> }>('GET', '/s3/params', {
        given,
      }),
    /** Temporary credentials for your uploads, if the object store supports them. */
    uploadCredentials: () =>
      call<{
        credentials: {
          accessKeyId: string;
          secretAccessKey: string;
          sessionToken: string;
          expiration: string;
        };
        bucket: string;
        region: string;
      }>('GET', '/s3/sts'),
    /** Starts a multipart upload. */
    beginUpload: (body: { filename: string; type: string }) =>
      call<{ key: string; uploadId: string }>('POST', '/s3/multipart', { json: body }),
    /** Lists the uploaded parts. */
    listUploadParts: (given: { uploadId: string; key: string }) =>
      call<{ PartNumber: number; Size: number; ETag: string }[]>(
        'GET',
        '/s3/multipart/{uploadId}',
        { given },
      ),
    /** Cancels a multipart upload. */
    abortUpload: (given: { uploadId: string; key: string }) =>
      call<void>('DELETE', '/s3/multipart/{uploadId}', { given }),
    /** A URL for uploading one part with PUT. */
    signUploadPart: (given: { uploadId: string; partNumber: string; key: string }) =>
      call<{ url: string }>('GET', '/s3/multipart/{uploadId}/{partNumber}', { given }),
    /** Completes a multipart upload. */
    completeUpload: (
      given: { uploadId: string; key: string },
      body: { parts: { PartNumber: number; ETag: string }[] },
    ) =>
      call<{ location: string; key: string }>('POST', '/s3/multipart/{uploadId}/complete', {
        given,
        json: body,
      }),
    /** Your conversations, most recent first; with `archived=true` those you archived. */
    listConversations: (
      given: { cursor?: string; limit?: number; archived?: 'true' | 'false' } = {},
    ) => page<Conversation>('GET', '/api/conversations', { given }),
    /** Opens the conversation about a listing, or returns the existing one. */
    openConversation: (body: { listingId: string; receiverId?: string }) =>
      call<Conversation>('POST', '/api/conversations', { json: body }),
    /** The deal of a conversation: offers, reservation, meetup, line, sale and reviews. */
    getDeal: (given: { conversationId: string }) =>
      call<{
        id: string;
        kind: 'offer' | 'wanted';
        availability: 'available' | 'reserved' | 'sold' | 'expired';
        offers: {
          id: string;
          madeBy: string;
          amount: string;
          note: string | null;
          status:
            | 'open'
            | 'accepted'
            | 'declined'
            | 'countered'
            | 'withdrawn'
            | 'lapsed'
            | 'closed';
          expiresAt: string;
          createdAt: string;
        }[];
        canOffer: boolean;
        reservation: { until: string; amount: string | null; fromLine: boolean } | null;
        meetup: {
          id: string;
          proposedBy: string;
          place: string;
          startsAt: string;
          status: 'proposed' | 'accepted';
        } | null;
        line: {
          position: number | null;
          length: number;
          offeredUntil: string | null;
          reservedUntil: string | null;
        };
        soldHere: boolean;
        soldAt: string | null;
        handedOverAt: string | null;
        reviews: {
          canWrite: boolean;
          mine: { rating: number; comment: string | null } | null;
          theirs: { rating: number; comment: string | null } | null;
          showsAt: string | null;
          releasedAt: string | null;
        };
      }>('GET', '/api/conversations/{conversationId}/deal', { given }),
    /** The latest messages of a conversation, oldest first; marks them read unless the token is read-only. */
    listMessages: (given: { conversationId: string; cursor?: string; limit?: number }) =>
      page<Message>('GET', '/api/messages/{conversationId}', { given }),
    /** Sends a message about a listing; a repeated `clientId` sends nothing new. */
    sendMessage: (body: {
      receiverId: string;
      listingId: string;
      clientId?: string;
      content: string;
    }) => call<Message>('POST', '/api/messages', { json: body }),
    /** Your unread message count. */
    countUnreadMessages: () => call<{ count: number }>('GET', '/api/unread-messages/count'),
    /** A seller’s reviews, newest first. */
    listReviews: (given: { sellerId: string; cursor?: string; limit?: number }) =>
      page<Review>('GET', '/api/seller-reviews/{sellerId}', { given }),
    /** Reviews a listing’s seller; submitting again replaces your review. */
    submitReview: (body: {
      sellerId: string;
      listingId: string;
      rating: number;
      comment?: string;
    }) => call<Review>('POST', '/api/seller-reviews', { json: body }),
    /** Writes a description from an image, a JPEG data URL. */
    generateDescription: (body: { image: string; currentDescription?: string }) =>
      call<{ description: string }>('POST', '/api/generate-description', { json: body }),
  };
}

export interface Conversation {
  id: string;
  listingId: string;
  listingTitle: string;
  listingImage: string | null;
  listingPrice: string;
  availability: 'available' | 'reserved' | 'sold' | 'expired';
  version: number;
  listingGone: boolean;
  listingHidden: boolean;
  isSeller: boolean;
  otherParticipants: {
    id: string;
    email: string;
    displayName: string;
    profileImageUrl: string | null;
    lastSeenAt: string | null;
  }[];
  lastMessage: string | null;
  lastSenderId: string | null;
  lastMessageAt: string;
  lastSeq: number;
  readSeq: number;
  otherReadSeq: number;
  otherDeliveredSeq: number;
  unread: number;
  readOnly: boolean;
  archived: boolean;
}

export interface CurrentUser {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string;
  profileImageUrl: string | null;
  town: string | null;
  isAdmin: boolean;
  membershipTier: 'free' | 'premium';
  createdAt: string;
}

export interface Refusal {
  message: string;
  issues?: { path: string; message: string; suggestions?: string[] }[];
  listing?: { id: string; title: string };
}

export interface Listing {
  id: string;
  sellerId: string;
  title: string;
  description: string;
  price: string;
  category:
    | ''
    | 'electronics'
    | 'furniture'
    | 'clothing'
    | 'accessories'
    | 'services'
    | 'food'
    | 'health'
    | 'automotive'
    | 'home'
    | 'sports'
    | 'books'
    | 'other';
  location: string;
  condition: 'new' | 'like-new' | 'good' | 'fair' | 'poor';
  images: string[];
  placeholders: string[];
  avif: boolean[];
  isActive: boolean;
  isFeatured: boolean;
  availability: 'available' | 'reserved' | 'sold' | 'expired';
  isFirmPrice: boolean;
  previousPrice: string | null;
  kind: 'offer' | 'wanted';
  soldAt: string | null;
  expiresAt: string | null;
  savedBy?: number;
  version: number;
  createdAt: string;
  sellerName: string;
  sellerRating: number;
  sellerReviewCount: number;
  details: Record<string, string> | null;
  seller: {
    id: string;
    firstName: string | null;
    lastName: string | null;
    username: string;
    profileImageUrl: string | null;
    sellerRating: number;
    sellerReviewCount: number;
    canUsePaypal: boolean;
  };
}

export type Message = {
  id: string;
  conversationId: string;
  seq: number;
  clientId: string;
  senderId: string;
  receiverId: string;
  senderEmail: string;
  receiverEmail: string;
  listingId: string;
  listingTitle: string;
  content: string;
  isRead: boolean;
  createdAt: string;
} & (
  | { kind: 'text'; data: null }
  | {
      kind: 'photo';
      data: { images: { id: string; url: string; width: number; height: number }[] };
    }
  | {
      kind: 'offer';
      data: {
        offerId: string;
        amount: string;
        note: string | null;
        status: 'open' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'lapsed' | 'closed';
        expiresAt: string;
      };
    }
  | {
      kind: 'reservation';
      data: {
        status: 'reserved' | 'confirmed' | 'ending' | 'released' | 'lapsed' | 'offered';
        until: string | null;
      };
    }
  | {
      kind: 'meetup';
      data: {
        meetupId: string;
        place: string;
        startsAt: string;
        status:
          | 'proposed'
          | 'accepted'
          | 'declined'
          | 'canceled'
          | 'on-my-way'
          | 'late'
          | 'here'
          | 'no-show';
      };
    }
  | { kind: 'handover'; data: { verified: boolean } }
  | { kind: 'line'; data: { position: number | null } }
  | {
      kind: 'system';
      data: { code: 'sold' | 'sale-undone' | 'removed' | 'review' | 'wrong-code' | 'code-ended' };
    }
);

export interface NewListingInput {
  title: string;
  description?: string;
  price: string | number;
  category?:
    | ''
    | 'electronics'
    | 'furniture'
    | 'clothing'
    | 'accessories'
    | 'services'
    | 'food'
    | 'health'
    | 'automotive'
    | 'home'
    | 'sports'
    | 'books'
    | 'other';
  condition?: 'new' | 'like-new' | 'good' | 'fair' | 'poor';
  location: string;
  images?: string[];
  details?: Record<string, string> | null;
  isFirmPrice?: boolean;
  kind?: 'offer' | 'wanted';
  isFeatured?: boolean;
  clientId?: string;
}

export interface Profile {
  id: string;
  firstName: string | null;
  lastName: string | null;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  town: string | null;
  memberSince: string;
  sellerRating: number;
  sellerReviewCount: number;
  activeListings: number;
  sales: number;
  verifiedReviews: number;
  reviewsAsBuyer: number;
  missedMeetups: number;
  replyTime: 'within an hour' | 'within a few hours' | 'within a day' | null;
}

export interface Review {
  id: string;
  listingId: string;
  rating: number;
  comment: string | null;
  createdAt: string;
  editedAt: string | null;
  reviewer: {
    id: string | null;
    firstName: string | null;
    lastName: string | null;
    profileImageUrl: string | null;
    displayName: string;
  };
  about: 'seller' | 'buyer';
  verifiedContact: boolean;
  verifiedHandover: boolean;
  state: 'public' | 'held' | 'uncounted';
  reply: string | null;
  repliedAt: string | null;
}
