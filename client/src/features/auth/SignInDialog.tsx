import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sendCodeTexts, verifyCodeTexts } from '@marketplace/shared/outcomes/sign-in';
import { fill, texts } from '@marketplace/shared/texts';
import { errorMessage, fieldIssues } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './SignInDialog.module.css';

interface Props {
  opened: boolean;
  reason?: string;
  onClose: () => void;
  /** Runs once the user is signed in and the cache knows it. */
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

function SignInForm({ onSuccess }: Pick<Props, 'onSuccess'>) {
  const steps = useSignInSteps(onSuccess);
  return steps.isCodeSent ? <CodeStep steps={steps} /> : <EmailStep steps={steps} />;
}

type Steps = ReturnType<typeof useSignInSteps>;

function StepForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events on to the form of a dialog below this one.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">{children}</Stack>
    </form>
  );
}

function EmailStep({ steps }: { steps: Steps }) {
  return (
    <StepForm onSubmit={steps.submitEmail}>
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
    </StepForm>
  );
}

function CodeStep({ steps }: { steps: Steps }) {
  const [trustDevice, setTrustDevice] = useState(true);
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = () => steps.submitCode(trustDevice);
  return (
    <StepForm onSubmit={submit}>
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
          if (event.key === 'Enter' && steps.code.length !== 6) submit();
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
    </StepForm>
  );
}

function fail({ title, message }: { title: string; message: string }, error?: unknown): void {
  toast({ title, message: errorMessage(error, message), kind: 'error' });
}

const invalidEmail = { title: 'Invalid email', message: texts.emailInvalid };

/** The two steps of signing in, by e-mail and code. */
function useSignInSteps(onSuccess: () => void) {
  const queryClient = useQueryClient();
  const { productName } = useBrand();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [token, setToken] = useState<string | null>(null);

  const finish = async (done: { title: string; message: string }) => {
    // Everything shown so far was a visitor's view of it.
    await queryClient.invalidateQueries();
    toast({ ...done, kind: 'success' });
    onSuccess();
  };

  const sendCode = trpc.auth.sendCode.useMutation({
    async onSuccess(result) {
      if (result.isReturningUser) {
        await finish(sendCodeTexts.returned);
        return;
      }
      setToken(result.token);
      setCode('');
      toast({
        title: sendCodeTexts.done.title,
        message: fill(sendCodeTexts.done.message, { email: email.trim() }),
        kind: 'success',
      });
    },
    onError(error) {
      const isRefused = fieldIssues(error).some(({ path }) => path === 'email');
      fail(isRefused ? invalidEmail : sendCodeTexts.failed, error);
    },
  });

  const verify = trpc.auth.verify.useMutation({
    meta: { showsUnauthorized: true },
    async onSuccess() {
      await finish({
        title: fill(verifyCodeTexts.done.title, { product: productName }),
        message: verifyCodeTexts.done.message,
      });
    },
    onError: (error) => fail(verifyCodeTexts.failed, error),
  });

  return {
    isCodeSent: token !== null,
    email,
    setEmail,
    code,
    /** Keeps the digits only, six at most. */
    setCode: (typed: string) => setCode(typed.replace(/\D/g, '').slice(0, 6)),
    sending: sendCode.isPending,
    verifying: verify.isPending,
    submitEmail() {
      if (!email.trim().includes('@')) {
        fail(invalidEmail);
        return;
      }
      sendCode.mutate({ email });
    },
    submitCode(trustDevice: boolean) {
      if (code.length !== 6) {
        fail({ title: 'Invalid code', message: texts.codeInvalid });
        return;
      }
      verify.mutate({ token: token ?? '', code, trustDevice });
    },
    useDifferentEmail() {
      setToken(null);
      setCode('');
    },
  };
}
