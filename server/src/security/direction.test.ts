import { expect, it } from 'vitest';
import { listedText } from '@marketplace/shared/listings/filter-text';
import { sentenceOf } from '../features/deals/sentences.ts';
import { displayFileName } from '../features/media/process-image.ts';
import { viewNotification } from '../features/notifications/notification.view.ts';
import { noticeMail, oneLine, quoted } from '../platform/mailer/mail-page.ts';

const name = 'דנה כהן';
const listingTitle = 'שולחן עץ';
const site = {
  publicUrl: 'https://example.org',
  brand: { productName: 'Market', operatorName: 'Market', supportEmail: 'help@example.org' },
};
const row = {
  ...{ id: '1', userId: '2', groupKey: 'x', count: 1, readAt: null, createdAt: new Date() },
};
const read = (type: 'message' | 'price-drop', data: object) => {
  const { title, body } = viewNotification({ ...row, type, data } as never);
  return [title, body];
};

it('isolates right-to-left names and titles in notifications', () => {
  const message = { conversationId: '3', name, listingTitle, content: 'Hello' };
  expect(read('message', message)).toEqual([
    '\u2068דנה כהן\u2069 sent you a message',
    '\u2068שולחן עץ\u2069: Hello',
  ]);
  const drop = { listingId: '3', listingTitle, price: '20.00', previousPrice: '30.00' };
  expect(read('price-drop', drop)).toEqual([
    'Price drop: \u2068שולחן עץ\u2069',
    'Now $20, was $30.',
  ]);
  expect(read('message', { ...message, name: 'Dana', listingTitle: 'Desk' })).toEqual([
    'Dana sent you a message',
    'Desk: Hello',
  ]);
});

it('isolates names in emails, and quotes people in the direction of their words', () => {
  expect(`New message from ${oneLine(`${name}\n`)}`).toBe('New message from \u2068דנה כהן\u2069');
  expect(quoted('שלום')).toMatch(/^<p dir="auto"/);
  const notice = { subject: 'Removed', paragraphs: [], reason: 'אסור', question: 'Questions?' };
  expect(noticeMail(notice, site).text).toContain('Reason: \u2068אסור\u2069');
});

it('isolates names in sentences about deals, in file names and in search names', () => {
  const startsAt = '2026-11-28T20:00:00Z';
  const meetup = { meetupId: '1', place: 'מתחם', startsAt, status: 'accepted' } as const;
  expect(sentenceOf({ kind: 'meetup', data: meetup })).toBe(
    'Agreed to meet: \u2068מתחם\u2069, Sat, Nov 28, 3:00 PM.',
  );
  expect(displayFileName('כיסא.jpg')).toBe('\u2068כיסא.jpg\u2069');
  expect(listedText({ search: 'כיסא', location: 'Troy' })).toBe(
    'Listings matching “\u2068כיסא\u2069” in Troy',
  );
});
