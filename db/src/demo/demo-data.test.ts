import { readdirSync, statSync } from 'node:fs';
import { categories } from '@marketplace/shared/listings/constants';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { describe, expect, it } from 'vitest';
import { demoData, demoPictures } from './demo-data.ts';

const now = new Date('2026-03-14T15:00:00Z');
const data = demoData(now);
const day = 86_400_000;

describe('demo listings', () => {
  it('number 250, with unique titles and at least a dozen in each category', () => {
    expect(data.listings).toHaveLength(250);
    expect(new Set(data.listings.map((listing) => listing.title)).size).toBe(250);
    const thin = categories.filter(
      ({ value }) => data.listings.filter((listing) => listing.category === value).length < 12,
    );
    expect(thin).toEqual([]);
  });

  it('are in at least 60 towns of the region', () => {
    const places = new Set(data.listings.map((listing) => listing.location));
    expect(places.size).toBeGreaterThanOrEqual(60);
    const resolved = [...places].map((place) => matchLocation(place));
    expect(resolved).toMatchObject([...places].map((canonical) => ({ ok: true, canonical })));
  });

  it('have prices with two decimals, and some are free', () => {
    for (const { price } of data.listings) expect(price).toMatch(/^\d{1,7}\.\d{2}$/);
    expect(data.listings.some((listing) => listing.price === '0.00')).toBe(true);
  });

  it('have one to three pictures with a file each, except seven without pictures', () => {
    const counts = data.listings.map((listing) => listing.images.length);
    expect(counts.filter((count) => count === 0)).toHaveLength(7);
    expect(Math.max(...counts)).toBe(3);
    const names = data.listings.flatMap((listing) =>
      listing.images.map(({ name }) => `${name}.webp`),
    );
    expect(readdirSync(new URL('listings', demoPictures))).toEqual(names.toSorted());
  });

  it('are featured only by premium members', () => {
    const premium = new Set(
      data.users.filter((user) => user.membershipTier === 'premium').map((user) => user.id),
    );
    const featured = data.listings.filter((listing) => listing.isFeatured);
    expect(featured.length).toBeGreaterThanOrEqual(12);
    expect(featured.length).toBeLessThanOrEqual(16);
    expect(featured.every((listing) => premium.has(listing.sellerId))).toBe(true);
  });

  it('are at most 60 days old, at least a dozen less than a day, and newer than their sellers', () => {
    const joined = new Map(data.users.map((user) => [user.id, user.createdAt.getTime()]));
    const ages = data.listings.map((listing) => now.getTime() - listing.createdAt.getTime());
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeLessThanOrEqual(60 * day);
    expect(ages.filter((age) => age < day).length).toBeGreaterThanOrEqual(12);
    for (const listing of data.listings) {
      expect(joined.get(listing.sellerId)).toBeLessThan(listing.createdAt.getTime());
    }
  });

  it('are spread over 41 sellers', () => {
    expect(new Set(data.listings.map((listing) => listing.sellerId)).size).toBe(41);
  });
});

describe('demo people', () => {
  it('have unique ids, addresses and usernames, and no username is a mailbox name', () => {
    for (const key of ['id', 'email', 'username'] as const) {
      expect(new Set(data.users.map((user) => user[key])).size).toBe(data.users.length);
    }
    for (const user of data.users) {
      expect(user.email).toMatch(/@example\.(com|org)$/);
      expect(user.email.startsWith(`${user.username}@`)).toBe(false);
    }
  });

  it('include one admin and one store that accepts payments', () => {
    expect(data.users.filter((user) => user.isAdmin).map((user) => user.email)).toEqual([
      'admin@example.com',
    ]);
    expect(data.users.filter((user) => user.canUsePaypal)).toHaveLength(1);
  });

  it('live in towns of the region, visited recently, and often have a portrait', () => {
    const towns = data.users.flatMap(({ town }) => town ?? []);
    expect(towns.length).toBeGreaterThan(45);
    for (const town of towns) expect(matchLocation(town)).toMatchObject({ canonical: town });
    for (const { lastSeenAt, createdAt } of data.users) {
      expect(lastSeenAt.getTime()).toBeGreaterThan(createdAt.getTime());
      expect(lastSeenAt.getTime()).toBeLessThan(now.getTime());
    }
    const portraits = data.users.filter(({ portraitId }) => portraitId);
    expect(portraits.length).toBeGreaterThanOrEqual(12);
    expect(readdirSync(new URL('portraits', demoPictures))).toEqual(
      portraits.map(({ username }) => `${username}.webp`).toSorted(),
    );
  });
});

describe('demo conversations', () => {
  it("are about the seller's listing, between two people, in order and in the past", () => {
    expect(data.conversations.length).toBeGreaterThan(80);
    const pairs = data.conversations.map((talk) => `${talk.listingId} ${talk.buyerId}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const talk of data.conversations) {
      const listing = data.listings.find((candidate) => candidate.id === talk.listingId);
      expect(listing?.sellerId).toBe(talk.sellerId);
      expect(talk.buyerId).not.toBe(talk.sellerId);
      const times = [
        listing?.createdAt ?? now,
        ...talk.messages.map((message) => message.createdAt),
        now,
      ];
      expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()));
      expect(talk.messages.length).toBeGreaterThanOrEqual(2);
      expect(talk.messages.length).toBeLessThanOrEqual(12);
    }
  });

  it.each(['admin@example.com', 'seller01@example.com', 'buyer01@example.org'])(
    'include an unread message for %s',
    (email) => {
      const { id } = data.users.find((user) => user.email === email)!;
      const waiting = data.conversations.filter(({ buyerId, sellerId, messages }) => {
        const last = messages.at(-1);
        return [buyerId, sellerId].includes(id) && last?.senderId !== id && !last?.isRead;
      });
      expect(waiting.length).toBeGreaterThan(0);
    },
  );
});

describe('demo deals', () => {
  it('are reservations and sales of different listings, some to a buyer with a conversation', () => {
    const { reservations, sales } = data.deals;
    const ids = [...reservations, ...sales].map(({ listingId }) => listingId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(reservations.length).toBeGreaterThan(2);
    expect(sales.filter(({ conversationId }) => conversationId).length).toBeGreaterThan(1);
    for (const { until } of reservations) expect(until.getTime()).toBeGreaterThan(now.getTime());
    for (const { soldAt } of sales) expect(soldAt.getTime()).toBeLessThan(now.getTime());
  });
});

describe('demo reviews', () => {
  it('are not by the seller, number one per reviewer and listing, and are mostly good', () => {
    expect(data.reviews).toHaveLength(90);
    const keys = data.reviews.map((review) => `${review.reviewerId} ${review.listingId}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const review of data.reviews) {
      expect(review.reviewerId).not.toBe(review.sellerId);
      expect(review.createdAt.getTime()).toBeLessThan(now.getTime());
      expect((review.comment ?? '').length).toBeLessThanOrEqual(500);
    }
    const good = data.reviews.filter((review) => review.rating >= 4).length;
    expect(good / data.reviews.length).toBeGreaterThan(0.75);
    expect(good).toBeLessThan(data.reviews.length);
  });

  it('rarely repeat a comment, and mostly follow a conversation', () => {
    const comments = data.reviews.flatMap(({ comment }) => comment ?? []);
    expect(new Set(comments).size).toBeGreaterThan(comments.length * 0.9);
    const talked = data.reviews.filter((review) =>
      data.conversations.some(
        ({ listingId, buyerId, messages, sellerId }) =>
          listingId === review.listingId &&
          buyerId === review.reviewerId &&
          messages.some(({ senderId }) => senderId === sellerId) &&
          messages.every(({ createdAt }) => createdAt < review.createdAt),
      ),
    );
    expect(talked.length).toBeGreaterThan(data.reviews.length / 2);
  });
});

describe('demo reports', () => {
  it('cover everything that can be reported, in four to six cases, in the past', () => {
    expect(new Set(data.reports.map(({ targetType }) => targetType)).size).toBe(4);
    const cases = new Set(data.reports.map(({ caseId }) => caseId)).size;
    expect(cases).toBeGreaterThanOrEqual(4);
    expect(cases).toBeLessThanOrEqual(6);
    for (const { createdAt } of data.reports) {
      expect(createdAt.getTime()).toBeLessThan(now.getTime());
    }
  });
});

it('demo data take at most 6 MB on disk', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map((name) =>
    statSync(new URL(String(name), folder)),
  );
  // Rounds up to whole blocks, like `du`.
  const bytes = files.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0);
  expect(bytes).toBeLessThanOrEqual(6_000_000);
});

it('demo data are the same for the same moment', () => {
  expect(demoData(new Date(now))).toEqual(data);
});
