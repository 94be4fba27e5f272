import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { PageLink } from '../../ui/PageLink.tsx';
import { paths } from '../../config/paths.ts';
import classes from './SignInForm.module.css';
import { useSignInSteps } from './use-sign-in-steps.ts';

interface Props {
  /** Runs once the user is signed in and the cache knows it. */
  onSuccess: () => void;
}

type Steps = ReturnType<typeof useSignInSteps>;

/** The sign-in card without a frame: for the dialog and for prompts inside other dialogs. */
export function SignInForm({ onSuccess }: Props) {
  const steps = useSignInSteps(onSuccess);
  return steps.step === 'email' ? <EmailStep steps={steps} /> : <CodeStep steps={steps} />;
}

function EmailStep({ steps }: { steps: Steps }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Prompts stand inside other forms' dialogs; their forms are not meant.
    event.stopPropagation();
    steps.submitEmail();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email"
          description="We send you a 6-digit code. No password needed."
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          placeholder="you@example.com"
          size="md"
          data-autofocus
          value={steps.email}
          onChange={(event) => steps.setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={steps.sending}>
          {steps.sending ? 'Signing In...' : 'Sign In'}
        </Button>
        <Text size="xs" c="dimmed">
          A first sign-in creates your account. By going on you agree to the{' '}
          <Anchor component={PageLink} to={paths.termsOfService} inherit underline="always">
            Terms of Service
          </Anchor>{' '}
          and the{' '}
          <Anchor component={PageLink} to={paths.privacyPolicy} inherit underline="always">
            Privacy Policy
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  );
}

function CodeStep({ steps }: { steps: Steps }) {
  const [trustDevice, setTrustDevice] = useState(true);
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    steps.submitCode(trustDevice);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text id={hint} style={{ overflowWrap: 'anywhere' }}>
          Enter the code that we sent to <strong>{steps.email.trim()}</strong>. It is valid for 10
          minutes.
        </Text>
        <TextInput
          label="Verification code"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="[0-9]*"
          aria-describedby={hint}
          size="md"
          ref={field}
          classNames={{ input: classes.code }}
          value={steps.code}
          onChange={(event) => steps.setCode(event.currentTarget.value)}
          onKeyDown={(event) => {
            // While the button is disabled, Enter alone would do nothing.
            if (event.key === 'Enter' && steps.code.length !== 6) submit(event);
          }}
        />
        <Checkbox
          label="Trust this device"
          description="Next time your email address is enough on this browser. Leave this out on a shared computer."
          checked={trustDevice}
          onChange={(event) => setTrustDevice(event.currentTarget.checked)}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={steps.code.length !== 6 || steps.verifying}
        >
          {steps.verifying ? 'Verifying...' : 'Verify'}
        </Button>
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={steps.useDifferentEmail}
            disabled={steps.verifying}
          >
            Use Different Email
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={steps.submitEmail}
            disabled={steps.sending || steps.verifying}
          >
            Resend
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
