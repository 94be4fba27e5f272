import { Box, Button, Group, Image, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { fieldIssues } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { focusStep } from '../../ui/focus-step.ts';
import { toast } from '../../ui/toast.ts';
import { useConfirmation } from './Confirmation.tsx';
import { RemoveFactor } from './RemoveFactor.tsx';
import { useFactorsChanged } from './use-factors.ts';

interface Props {
  isOn: boolean;
  /** True if the user has only one factor. */
  isLast: boolean;
  onCodes: (codes: string[]) => void;
}

/** Turns the authenticator app on or off. */
export function AuthenticatorApp({ isOn, isLast, onCodes }: Props) {
  const confirmThen = useConfirmation();
  const remove = trpc.totp.remove.useMutation();
  const begin = trpc.totp.begin.useMutation({
    onError(error) {
      if (confirmThen(error, () => begin.mutate())) return;
      toastFailure(error, { message: "We couldn't set up your app. Please try again." });
    },
  });
  if (isOn) {
    return (
      <Group justify="space-between" wrap="nowrap">
        <Text>Your app is set up.</Text>
        <RemoveFactor what="authenticator app" isLast={isLast} remove={() => remove.mutateAsync()}>
          We won&apos;t ask for its codes anymore. You can delete the entry from your app.
        </RemoveFactor>
      </Group>
    );
  }
  if (!begin.data) {
    return (
      <Button variant="default" disabled={begin.isPending} onClick={() => begin.mutate()}>
        Set up
      </Button>
    );
  }
  return <Setup app={begin.data} onCodes={onCodes} onCancel={() => begin.reset()} />;
}

/** A click selects the whole secret, because people copy it. */
const secretStyle = { userSelect: 'all', wordBreak: 'break-all' } as const;

interface SetupProps {
  app: { secret: string; uri: string; qr: string };
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

function Setup({ app, onCodes, onCancel }: SetupProps) {
  const [code, setCode] = useState('');
  const confirmThen = useConfirmation();
  const onChanged = useFactorsChanged();
  const confirm = trpc.totp.confirm.useMutation({
    async onSuccess({ recoveryCodes }) {
      toast({ title: 'Authenticator app turned on', kind: 'success' });
      onCodes(recoveryCodes);
      await onChanged();
      onCancel();
    },
    onError(error, input) {
      if (confirmThen(error, () => confirm.mutate(input))) return;
      if (fieldIssues(error).length > 0) return;
      toastFailure(error, { message: "We couldn't turn on your app. Please try again." });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate({ code });
  };
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <Group align="flex-start" gap="lg">
        <Image
          src={`data:image/svg+xml,${encodeURIComponent(app.qr)}`}
          alt="QR code for your authenticator app"
          w={168}
          h={168}
          p={8}
          bg="white"
          radius="md"
        />
        <Box flex="1 1 220px" miw={0}>
          <Text>Scan this code with your authenticator app, or add it by hand with this key:</Text>
          <Text component="code" ff="monospace" mt="xs" display="block" style={secretStyle}>
            {app.secret}
          </Text>
        </Box>
      </Group>
      <TextInput
        label="Code from the app"
        description="The six digits it shows now."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        ref={focusStep}
        value={code}
        error={fieldIssues(confirm.error)[0]?.message}
        onChange={(event) => {
          confirm.reset();
          setCode(event.currentTarget.value);
        }}
      />
      <Group>
        <Button type="submit" disabled={confirm.isPending || code.trim() === ''}>
          {confirm.isPending ? 'Checking...' : 'Turn on'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
