import { Stack, Text } from '@mantine/core';
import { errorMessage } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/settings/SettingsSection.tsx';
import { FactorForm } from './FactorForm.tsx';
import { useFactors } from './use-factors.ts';

/** Asks for a second factor before an act that needs one. */
export function ConfirmFactorDialog(props: {
  opened: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  const { opened, onClose, onConfirmed } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title="Confirm it's you" size={440}>
      <Stack gap="md">
        <Text>This protects your account, even if someone else uses this browser.</Text>
        <ConfirmForm onConfirmed={onConfirmed} />
      </Stack>
    </Dialog>
  );
}

export function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const factors = useFactors();
  const failed = "We couldn't confirm it's you. Please try again.";
  const confirm = trpc.auth.confirm.useMutation({
    onError: (error) => toastFailure(error, { message: failed }),
  });
  return (
    <Loaded query={factors} height={120}>
      {({ methods }) => (
        <FactorForm
          methods={methods}
          problem={confirm.error ? errorMessage(confirm.error, failed) : undefined}
          submitLabel="Confirm"
          prove={async (proof) => {
            await confirm.mutateAsync(proof);
            onConfirmed();
          }}
        />
      )}
    </Loaded>
  );
}
