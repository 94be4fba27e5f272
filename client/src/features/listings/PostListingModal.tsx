import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { createListingTexts } from '@marketplace/shared/outcomes/listings';
import { usePostListing } from '../../layout/PostListingProvider.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingSteps, type Step } from './ListingSteps.tsx';
import { useDraftPictures } from './use-draft-pictures.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The header's dialog for a new listing. What was begun in it ends with its account's session. */
export function Component(props: Props) {
  const account = useCurrentUser()?.id ?? null;
  const [begun, setBegun] = useState({ account, count: 0 });
  if (begun.account !== account) {
    // A visitor who signs in takes along what they began; nobody else does.
    setBegun({ account, count: begun.account === null ? begun.count : begun.count + 1 });
  }
  return <PostListingDialog key={begun.count} {...props} />;
}

function PostListingDialog({ opened, onClose }: Props) {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const postListing = usePostListing();
  const pictures = useDraftPictures();
  const [step, setStep] = useState<Step>('form');
  const [saving, setSaving] = useState(false);
  const phone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const close = () => {
    if (!saving) onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      // A slip beside the form is no wish to leave it.
      closeOnClickOutside={false}
      title={user ? 'Create New Listing' : 'Sign in to Create Listing'}
      size={640}
      fullScreen={phone}
    >
      <ListingSteps
        kind="dialog"
        pictures={pictures}
        step={step}
        onStep={setStep}
        onSaving={setSaving}
        onSaved={() => {
          toast({ ...createListingTexts.published, kind: 'success' });
          onClose();
        }}
        onCancel={onClose}
        signIn={() => {
          // In place of this dialog, which opens again after it as it was.
          onClose();
          openSignIn({ reason: 'Sign in to post a listing.', onSuccess: postListing });
        }}
      />
    </Dialog>
  );
}
