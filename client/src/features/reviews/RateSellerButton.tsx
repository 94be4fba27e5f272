import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ownReviewTexts } from '@marketplace/shared/outcomes/reviews';
import { trpc } from '../../api/trpc.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RateSellerModal = lazyPart(
  async () => (await import('./RateSellerModal.tsx')).RateSellerModal,
);

interface Props {
  sellerId: string;
  sellerName: string;
  listingId: string;
}

/** Opens the dialog that rates the seller. For the signed-in who are not the seller. */
export function RateSellerButton(about: Props) {
  const { listingId } = about;
  const { data: own } = trpc.reviews.mine.useQuery({ listingId });
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setOpened(true)}>
        {own ? 'Edit your rating' : 'Rate Seller'}
      </Button>
      {own && own.state !== 'public' && (
        <Text size="sm" c="dimmed" ta="center" mt={6}>
          {ownReviewTexts[own.state]}
        </Text>
      )}
      <RateSellerModal {...about} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
