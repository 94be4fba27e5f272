import { Button } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './ContactSellerButton.module.css';
import { useContactSeller } from './ContactSellerProvider.tsx';

interface Props {
  listing: ListingView;
  /** In a card: the id of its title, which tells the button from those of other cards. */
  titleId?: string;
}

/** Opens the dialog that messages the seller. */
export function ContactSellerButton({ listing, titleId }: Props) {
  const contactSeller = useContactSeller();
  const open = () => contactSeller(listing);
  if (titleId) return <CardButton titleId={titleId} onClick={open} />;
  return (
    <Button size="md" fullWidth onClick={open}>
      Contact Seller
    </Button>
  );
}

/** As Mantine's Button of the default variant in size xs and full width, for each card of a list. */
function CardButton({ titleId, onClick }: { titleId: string; onClick: () => void }) {
  const { root, inner, label } = Button.classes;
  return (
    <PlainButton
      className={`mantine-active mantine-Button-root ${root} ${classes.card}`}
      data-block
      aria-describedby={titleId}
      onClick={onClick}
    >
      <span className={inner}>
        <span className={label}>Contact Seller</span>
      </span>
    </PlainButton>
  );
}
