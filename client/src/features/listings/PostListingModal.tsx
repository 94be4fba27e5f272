import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { usePostListing } from '../../layout/PostListingProvider.tsx';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingForm } from './ListingForm.tsx';
import { usePictures } from './use-pictures.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The header's dialog for a new listing. */
export function Component({ opened, onClose }: Props) {
  const user = useCurrentUser();
  const pictures = usePictures();
  const phone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const title = user ? 'Create New Listing' : 'Sign in to Create Listing';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={user ? 640 : 420}
      fullScreen={Boolean(user) && phone}
    >
      {user ? (
        <ListingForm
          kind="dialog"
          pictures={pictures}
          onCancel={onClose}
          onSaved={() => {
            toast({
              title: 'Success',
              message: 'Your listing has been created successfully!',
              kind: 'success',
            });
            onClose();
          }}
        />
      ) : (
        <SignInPrompt onClose={onClose} />
      )}
    </Modal>
  );
}

function SignInPrompt({ onClose }: { onClose: () => void }) {
  const openSignIn = useSignIn();
  const postListing = usePostListing();
  return (
    <Stack gap="md">
      <Text>Sign in to post what you want to sell. It takes your e-mail address and a code.</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose();
            openSignIn({ reason: 'Sign in to post a listing.', onSuccess: postListing });
          }}
        >
          Sign In
        </Button>
      </Group>
    </Stack>
  );
}
