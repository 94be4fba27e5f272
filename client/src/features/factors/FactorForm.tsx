import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { FactorMethod, SentProof } from '@marketplace/shared/factors/schemas';
import { focusStep } from '../../ui/focus-step.ts';
import { usePasskey } from './passkey.ts';

interface Props {
  methods: FactorMethod[];
  /** The error that replaces the field's description. */
  problem: string | undefined;
  submitLabel: string;
  /** Rejects if the proof is refused. */
  prove: (proof: SentProof) => Promise<unknown>;
}

const fields = {
  code: {
    label: 'Code from your app',
    description: 'Open your authenticator app and enter the 6-digit code for this site.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 7,
  },
  recoveryCode: {
    label: 'Recovery code',
    description: 'One of the codes you saved. Each works once.',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 14,
  },
} as const;

const switches = {
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  recoveryCode: 'Use a recovery code',
};

/** Proves a second factor, by the first of `methods` unless the user picks another. */
export function FactorForm({ methods, problem, submitLabel, prove }: Props) {
  const [picked, pick] = useState<FactorMethod>();
  const method = picked ?? methods[0] ?? 'recoveryCode';
  return (
    <Stack gap="md">
      {method === 'passkey' ? (
        <PasskeyProof prove={prove} />
      ) : (
        <CodeProof key={method} {...{ method, problem, submitLabel, prove }} />
      )}
      <Group gap={4} mx={-8}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="subtle" size="compact-sm" onClick={() => pick(other)}>
              {switches[other]}
            </Button>
          ))}
      </Group>
    </Stack>
  );
}

function PasskeyProof({ prove }: Pick<Props, 'prove'>) {
  const { isBusy, ask } = usePasskey((passkey) => prove({ passkey }));
  return (
    <>
      <Text>Use the passkey on this device, on your phone, or on a security key.</Text>
      <Button size="md" fullWidth data-autofocus ref={focusStep} disabled={isBusy} onClick={ask}>
        {isBusy ? 'Waiting for your passkey...' : 'Continue with a passkey'}
      </Button>
    </>
  );
}

interface CodeProps extends Omit<Props, 'methods'> {
  method: keyof typeof fields;
}

function CodeProof({ method, problem, submitLabel, prove }: CodeProps) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** The refused text, so that the error is gone once it changes. */
  const [refused, setRefused] = useState<string>();
  const { description, ...field } = fields[method];
  const error = refused === text ? problem : undefined;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // React events bubble through portals, to the form under this dialog.
    event.stopPropagation();
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    await prove({ [method]: text }).catch(() => setRefused(text));
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          {...field}
          name={method}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={error ? undefined : description}
          error={error}
          size="md"
          ref={focusStep}
          data-autofocus
          value={text}
          readOnly={isBusy}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy || text.trim() === ''}>
          {isBusy ? 'Checking...' : submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
