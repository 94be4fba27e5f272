import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ContactSellerButton } from './ContactSellerButton.tsx';
import classes from './CardActions.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const DeleteListingModal = lazyPart(
  async () => (await import('./DeleteListingModal.tsx')).DeleteListingModal,
);

/** Edit and Delete for the owner, Contact Seller for everybody else. */
export function CardActions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  if (user?.id === listing.sellerId) return <OwnerActions listing={listing} />;
  return <ContactSellerButton listing={listing} size="xs" variant="default" />;
}

function OwnerActions({ listing }: { listing: ListingView }) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div className={classes.owner}>
        <Button
          component={PageLink}
          to={paths.editListing(listing.id)}
          size="xs"
          variant="default"
          aria-label={`Edit ${listing.title}`}
        >
          Edit
        </Button>
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          aria-label={`Delete ${listing.title}`}
          onClick={() => {
            setWanted(true);
            setOpened(true);
          }}
        >
          Delete
        </Button>
      </div>
      {wanted && (
        <DeleteListingModal listing={listing} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
