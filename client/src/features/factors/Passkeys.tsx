import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { maxPasskeys } from '@marketplace/shared/factors/constants';
import type { PasskeyView } from '@marketplace/shared/factors/schemas';
import { trpc } from '../../api/trpc.ts';
import { IconKey } from '../../ui/icons/page-icons.tsx';
import { SettingsList, SettingsRow } from '../../ui/settings/SettingsSection.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import { toast } from '../../ui/toast.ts';
import { useConfirmation } from './Confirmation.tsx';
import { hasPasskeys, toastPasskeyFailure } from './passkey.ts';
import { RemoveFactorDialog, useRemoval } from './RemoveFactorDialog.tsx';
import { useFactorsChanged } from './use-factors.ts';

interface Props {
  passkeys: PasskeyView[];
  /** True if the user has only one factor. */
  isLast: boolean;
  onCodes: (codes: string[]) => void;
}

/** The user's passkeys, and the button that adds one. */
export function Passkeys({ passkeys, isLast, onCodes }: Props) {
  const { add, isBusy } = useAddPasskey(onCodes);
  const [leaving, setLeaving] = useState<PasskeyView>();
  const [opened, setOpened] = useState(false);
  const onClose = () => setOpened(false);
  const { onSuccess, onError } = useRemoval({ done: 'Passkey removed', onClose });
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess,
    onError: (error, input) => onError(error, () => remove.mutate(input)),
  });
  if (!hasPasskeys()) return <Text c="dimmed">This browser can&apos;t use passkeys.</Text>;
  return (
    <>
      {passkeys.length > 0 && (
        <SettingsList label="Passkeys">
          {passkeys.map((passkey) => (
            <SettingsRow
              key={passkey.id}
              icon={<KeyIcon />}
              title={passkey.name}
              text={textOf(passkey)}
            >
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => {
                  setLeaving(passkey);
                  setOpened(true);
                }}
              >
                Remove
              </Button>
            </SettingsRow>
          ))}
        </SettingsList>
      )}
      {passkeys.length < maxPasskeys && (
        <Button
          variant="default"
          mt={passkeys.length > 0 ? 'md' : 0}
          disabled={isBusy}
          onClick={() => void add()}
        >
          {isBusy ? 'Waiting for your device...' : 'Add a passkey'}
        </Button>
      )}
      <RemoveFactorDialog
        title="Remove this passkey?"
        isBusy={remove.isPending}
        isLast={isLast}
        opened={opened}
        onClose={onClose}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      >
        You won&apos;t be able to sign in with <bdi>{leaving?.name}</bdi> anymore. You can delete
        the passkey from your device, too.
      </RemoveFactorDialog>
    </>
  );
}

function useAddPasskey(onCodes: (codes: string[]) => void) {
  const [isBusy, setBusy] = useState(false);
  const options = trpc.passkeys.registerOptions.useMutation();
  const register = trpc.passkeys.register.useMutation();
  const confirmThen = useConfirmation();
  const onChanged = useFactorsChanged();
  const add = async () => {
    setBusy(true);
    try {
      const optionsJSON = await options.mutateAsync();
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON });
      const { recoveryCodes } = await register.mutateAsync({ response });
      toast({ title: 'Passkey added', kind: 'success' });
      if (recoveryCodes) onCodes(recoveryCodes);
      await onChanged();
    } catch (error) {
      if (!confirmThen(error, () => void add())) toastPasskeyFailure(error);
    }
    setBusy(false);
  };
  return { add, isBusy };
}

function KeyIcon() {
  const style = { flex: 'none', color: 'var(--mantine-color-dimmed)' };
  return <IconKey size={24} stroke={1.5} style={style} aria-hidden />;
}

function textOf({ createdAt, lastUsedAt }: PasskeyView): string {
  const used = lastUsedAt ? `last used on ${dateText(lastUsedAt)}` : 'not used yet';
  return `Added on ${dateText(createdAt)} · ${used}`;
}
