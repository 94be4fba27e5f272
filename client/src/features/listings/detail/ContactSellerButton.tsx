import { Anchor, Button } from '@mantine/core';
import { type ComponentPropsWithRef, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import classes from './ContactSellerButton.module.css';

const ContactSellerModal = lazyPart(
  async () => (await import('./ContactSellerModal.tsx')).ContactSellerModal,
);

interface Props {
  listing: ListingView;
  /** Small, as one of many. */
  inCard?: boolean;
}

/** Opens the dialog that writes to the seller; after sending, links to the conversation. */
export function ContactSellerButton({ listing, inCard = false }: Props) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const [conversationId, setConversationId] = useState<string | null>(null);
  return (
    <>
      <div>
        {inCard ? (
          <CardButton onClick={open}>Contact Seller</CardButton>
        ) : (
          <Button size="md" fullWidth onClick={open}>
            Contact Seller
          </Button>
        )}
        {conversationId && (
          <Anchor
            component={PageLink}
            to={paths.conversation(conversationId)}
            size="xs"
            mt={6}
            display="block"
            ta="center"
          >
            View conversation
          </Anchor>
        )}
      </div>
      <ContactSellerModal
        listing={listing}
        opened={opened}
        onOpen={open}
        onClose={() => setOpened(false)}
        onSent={setConversationId}
      />
    </>
  );
}

/** As Mantine's Button of the default variant in size xs and full width, for each card of a list. */
function CardButton({ children, ...props }: ComponentPropsWithRef<'button'>) {
  const { root, inner, label } = Button.classes;
  return (
    <PlainButton
      className={`mantine-active mantine-Button-root ${root} ${classes.card}`}
      data-block
      {...props}
    >
      <span className={inner}>
        <span className={label}>{children}</span>
      </span>
    </PlainButton>
  );
}
