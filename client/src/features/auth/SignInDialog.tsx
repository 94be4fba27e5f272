import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useBrand } from '../../config/page-config.tsx';
import { Dialog, steppedDialog } from '../../ui/Dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SignInForm } from './SignInForm.tsx';

interface Props {
  opened: boolean;
  reason?: string | undefined;
  onClose: () => void;
  /** Called when the user is signed in and the cache is up to date. */
  onSuccess: () => void;
}

const IntroductionStep = lazyPart(
  async () => (await import('./Introduction.tsx')).IntroductionStep,
);

/** The dialog "Sign in to {product}". It asks a new user for their name. */
export function SignInDialog({ opened, reason, onClose, onSuccess }: Props) {
  const { productName } = useBrand();
  const [isNew, setNew] = useState(false);
  return (
    <Dialog
      {...steppedDialog}
      opened={opened}
      onClose={isNew ? onSuccess : onClose}
      title={isNew ? 'What should neighbors call you?' : `Sign in to ${productName}`}
      size={440}
    >
      {isNew ? (
        <IntroductionStep onDone={onSuccess} fallback={<Skeleton height={250} />} />
      ) : (
        <SignInForm
          reason={reason}
          onSuccess={(isFirst) => (isFirst ? setNew(true) : onSuccess())}
        />
      )}
    </Dialog>
  );
}
