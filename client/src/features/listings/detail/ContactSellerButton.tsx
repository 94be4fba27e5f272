import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ContactSellerModal = lazyPart(
  async () => (await import('./ContactSellerModal.tsx')).ContactSellerModal,
);

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  listing: ListingView;
}

/** Opens the dialog that writes to the seller; after sending, links to the conversation. */
export function ContactSellerButton({ listing, ...look }: Props) {
  const [opened, setOpened] = useState(false);
  const [conversationId, setConversationId] = useState<string | null>(null);
  return (
    <>
      <div>
        <Button fullWidth {...look} onClick={() => setOpened(true)}>
          Contact Seller
        </Button>
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
        onOpen={() => setOpened(true)}
        onClose={() => setOpened(false)}
        onSent={setConversationId}
      />
    </>
  );
}
