import { useMediaQuery } from '@mantine/hooks';
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { createListingTexts } from '@marketplace/shared/outcomes/listings';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useStore } from '../../../ui/store.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { draftReplaced } from './draft.ts';
import type { Step } from './FormStep.tsx';
import { ListingSteps, saveListingKey } from './ListingSteps.tsx';
import { useFirstPhotos } from '../photos/use-first-photos.ts';
import { usePictures } from '../photos/use-pictures.ts';

interface Props {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The header's dialog for a new listing. */
export function PostListingModal(props: Props) {
  return <NewListing key={useStore(draftReplaced)} {...props} />;
}

function NewListing({ opened, onOpen, onClose }: Props) {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const pictures = usePictures();
  useFirstPhotos(pictures, opened && user !== null);
  const [step, setStep] = useState<Step>('form');
  const saving = useIsMutating({ mutationKey: saveListingKey }) > 0;
  const phone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (!saving) onClose();
      }}
      // A click outside the form may be accidental.
      closeOnClickOutside={false}
      title={user ? 'Create New Listing' : 'Sign in to Create Listing'}
      size={920}
      fullScreen={phone}
    >
      <ListingSteps
        kind="dialog"
        pictures={pictures}
        step={step}
        onStep={setStep}
        onSaved={() => {
          toast({ ...createListingTexts.published, kind: 'success' });
          onClose();
        }}
        onCancel={onClose}
        signIn={() => {
          // The sign-in replaces this dialog, which opens again afterwards, even without a sign-in.
          onClose();
          const reason = 'Sign in to post a listing.';
          openSignIn({ reason, onSuccess: onOpen, onClose: onOpen });
        }}
      />
    </Dialog>
  );
}
