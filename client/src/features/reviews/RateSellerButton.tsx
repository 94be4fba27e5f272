import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

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
        Rate Seller
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <RateSellerModal {...about} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
