import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ownReviewTexts } from '@marketplace/shared/outcomes/reviews';
import { trpc } from '../../api/trpc.ts';

const RateSellerModal = lazy(async () => ({
  default: (await import('./RateSellerModal.tsx')).RateSellerModal,
}));

interface Props {
  sellerId: string;
  sellerName: string;
  listingId: string;
}

/** Opens the dialog that rates the seller. For the signed-in who are not the seller. */
export function RateSellerButton(about: Props) {
  const { listingId } = about;
  const { data: own } = trpc.reviews.mine.useQuery({ listingId });
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {own ? 'Edit your rating' : 'Rate Seller'}
      </Button>
      {own && own.state !== 'public' && (
        <Text size="sm" c="dimmed" ta="center">
          {ownReviewTexts[own.state]}
        </Text>
      )}
      {wanted && (
        <Suspense fallback={null}>
          <RateSellerModal {...about} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
