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

/** What a sent code is verified with, and what was typed of it. */
interface Sent {
  token: string;
  code: string;
}

/** The two steps of signing in, by email and code. */
function SignInForm({ onSuccess }: Pick<Props, 'onSuccess'>) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);

  const finish = async (done: { title: string; message: string }) => {
    // Everything shown so far was a visitor's view of it.
    await queryClient.invalidateQueries();
    toast({ ...done, kind: 'success' });
    onSuccess();
  };
  const sendCode = trpc.auth.sendCode.useMutation({
    async onSuccess(result) {
      // No code is needed on a trusted device.
      if (result.token === null) {
        await finish(sendCodeTexts.returned);
        return;
      }
      setSent({ token: result.token, code: '' });
      const { title, message } = sendCodeTexts.done;
      toast({ title, message: fill(message, { email: email.trim() }), kind: 'success' });
    },
    onError(error) {
      const isRefused = fieldIssues(error).some(({ path }) => path === 'email');
      fail(isRefused ? invalidEmail : sendCodeTexts.failed, error);
    },
  });
  const submitEmail = () => {
    if (email.trim().includes('@')) sendCode.mutate({ email });
    else fail(invalidEmail);
  };
  const shared = { email, isSending: sendCode.isPending, submitEmail };
  return sent ? (
    <CodeStep {...shared} sent={sent} setSent={setSent} finish={finish} />
  ) : (
    <EmailStep {...shared} setEmail={setEmail} />
  );
}

const invalidEmail = { title: 'Invalid email', message: texts.emailInvalid };

function fail({ title, message }: { title: string; message: string }, error?: unknown): void {
  toast({ title, message: errorMessage(error, message), kind: 'error' });
}

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

interface StepProps {
  email: string;
  isSending: boolean;
  /** Sends a code to the address, or another one. */
  submitEmail: () => void;
}

interface EmailProps extends StepProps {
  setEmail: (email: string) => void;
}

function EmailStep({ email, isSending, submitEmail, setEmail }: EmailProps) {
  return (
    <StepForm onSubmit={submitEmail}>
      <TextInput
        label="Email"
        description="We'll email you a 6-digit code. No password."
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        placeholder="you@example.com"
        size="md"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? 'Signing In...' : 'Sign In'}
      </Button>
      <Text size="xs" c="dimmed">
        New here? We&apos;ll create your account. By continuing, you agree to the{' '}
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

interface CodeProps extends StepProps {
  sent: Sent;
  setSent: (sent: Sent | null) => void;
  finish: (done: { title: string; message: string }) => Promise<void>;
}

function CodeStep({ email, isSending, submitEmail, sent, setSent, finish }: CodeProps) {
  const { token, code } = sent;
  const { productName } = useBrand();
  const [trustDevice, setTrustDevice] = useState(true);
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const verify = trpc.auth.verify.useMutation({
    meta: { showsUnauthorized: true },
    async onSuccess() {
      const { title, message } = verifyCodeTexts.done;
      await finish({ title: fill(title, { product: productName }), message });
    },
    onError: (error) => fail(verifyCodeTexts.failed, error),
  });
  const submit = () => {
    if (code.length === 6) verify.mutate({ token, code, trustDevice });
    else fail({ title: 'Invalid code', message: texts.codeInvalid });
  };
  return (
    <StepForm onSubmit={submit}>
      <Text id={hint} style={{ overflowWrap: 'anywhere' }}>
        Enter the code we sent to <strong>{email.trim()}</strong>. The code expires in 10 minutes.
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
        value={code}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '');
          setSent({ token, code: digits.slice(0, 6) });
        }}
        onKeyDown={(event) => {
          // While the button is disabled, Enter alone would do nothing.
          if (event.key === 'Enter' && code.length !== 6) submit();
        }}
      />
      <Checkbox
        label="Trust this device"
        description="Skip the code next time on this browser. Don't use on a shared computer."
        checked={trustDevice}
        onChange={(event) => setTrustDevice(event.currentTarget.checked)}
      />
      <Button type="submit" size="md" fullWidth disabled={code.length !== 6 || verify.isPending}>
        {verify.isPending ? 'Verifying...' : 'Verify'}
      </Button>
      <Group justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setSent(null)}
          disabled={verify.isPending}
        >
          Use Different Email
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={submitEmail}
          disabled={isSending || verify.isPending}
        >
          Resend
        </Button>
      </Group>
    </StepForm>
  );
}
