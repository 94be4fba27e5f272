import { Button } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './ContactSellerButton.module.css';
import { useContactSeller } from './ContactSellerProvider.tsx';

interface Props {
  listing: ListingView;
  /** In a card, the id of its title, which tells screen readers which listing the button is for. */
  titleId?: string;
}

/** The button that opens the dialog to message the seller. */
export function ContactSellerButton({ listing, titleId }: Props) {
  const contactSeller = useContactSeller();
  const open = () => contactSeller(listing);
  const text = contactText(listing);
  if (titleId) return <CardButton {...{ titleId, text }} onClick={open} />;
  return (
    <Button size="md" fullWidth onClick={open}>
      {text}
    </Button>
  );
}

export function contactText({ kind }: ListingView): string {
  return kind === 'wanted' ? 'Send a message' : 'Contact Seller';
}

interface CardProps {
  titleId: string;
  text: string;
  onClick: () => void;
}

/** Renders like Mantine's Button in size xs, but more cheaply for each card of a list. */
function CardButton({ titleId, text, onClick }: CardProps) {
  const { root, inner, label } = Button.classes;
  return (
    <PlainButton
      className={`mantine-active mantine-Button-root ${root} ${classes.card}`}
      data-block
      aria-describedby={titleId}
      onClick={onClick}
    >
      <span className={inner}>
        <span className={label}>{text}</span>
      </span>
    </PlainButton>
  );
}
