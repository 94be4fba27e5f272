// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { renderComponent } from '../../test/render.tsx';
import { SignInProvider } from '../auth/SignInProvider.tsx';
import { Review } from './Review.tsx';

const review: ReviewView = {
  id: 'review',
  listingId: 'listing',
  rating: 4,
  comment: 'As described.',
  createdAt: '2026-11-20T12:00:00.000Z',
  editedAt: null,
  reviewer: {
    id: 'ada',
    firstName: 'Ada',
    lastName: null,
    profileImageUrl: null,
    displayName: 'Ada',
  },
  about: 'seller',
  verifiedContact: true,
  verifiedHandover: false,
  state: 'public',
  reply: null,
  repliedAt: null,
};

const show = (of: Partial<ReviewView>) =>
  renderComponent(
    <SignInProvider>
      <Review review={{ ...review, ...of }} sellerId="seller" />
    </SignInProvider>,
  );

test.each([
  [{ verifiedHandover: true }, 'Verified hand-over'],
  [{ verifiedHandover: true, verifiedContact: false }, 'Verified hand-over'],
  [{ verifiedContact: true }, 'Verified contact'],
  [{ verifiedContact: false }, 'No verified contact'],
])('marks a review with %o as: %s', (marks, text) => {
  show(marks);
  expect(screen.getByText(/erified/)).toHaveProperty('textContent', text);
});

test("labels the reply to a review of a buyer as the buyer's", () => {
  show({ about: 'buyer', reply: 'Thank you.', repliedAt: review.createdAt });
  expect(screen.getByText('Reply from the buyer')).toBeTruthy();
});
