import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { PostListingSteps, type Step } from './PostListingSteps.tsx';
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
      <PostListingSteps
        pictures={pictures}
        step={step}
        onStep={setStep}
        onSaving={setSaving}
        onClose={onClose}
      />
    </Dialog>
  );
}
