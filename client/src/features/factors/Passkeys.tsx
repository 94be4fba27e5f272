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
import { RemoveFactor } from './RemoveFactor.tsx';
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
  const remove = trpc.passkeys.remove.useMutation();
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
              <RemoveFactor
                what={passkey.name}
                isLast={isLast}
                remove={() => remove.mutateAsync({ id: passkey.id })}
              >
                You won&apos;t be able to sign in with this passkey anymore. You can delete it from
                your device, too.
              </RemoveFactor>
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
