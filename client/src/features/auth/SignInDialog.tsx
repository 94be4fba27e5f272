import { Text } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { useBrand } from '../../config/page-config.tsx';
import { SignInForm } from './SignInForm.tsx';

interface Props {
  opened: boolean;
  reason?: string;
  onClose: () => void;
  onSuccess: () => void;
}

/** The dialog 'Sign in to {product}'. */
export function SignInDialog({ opened, reason, onClose, onSuccess }: Props) {
  const { productName } = useBrand();
  return (
    <Dialog opened={opened} onClose={onClose} title={`Sign in to ${productName}`} size={420}>
      {reason && (
        <Text mb="md" c="dimmed">
          {reason}
        </Text>
      )}
      <SignInForm onSuccess={onSuccess} />
    </Dialog>
  );
}
