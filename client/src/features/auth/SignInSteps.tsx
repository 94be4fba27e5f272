import {
  Anchor,
  Button,
  Checkbox,
  Group,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import {
  type ClipboardEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '@marketplace/shared/texts';
import { paths } from '../../config/paths.ts';
import { focusStep } from '../../ui/focus-step.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './SignInSteps.module.css';

interface StepProps {
  email: string;
  /** The error that replaces the field's description. */
  problem: string | null;
  isSending: boolean;
  /** Sends a code, or a new one, to the address. */
  submitEmail: () => void;
}

export const exampleEmail = 'Enter an address like you@example.com.';

function StepForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals, to the form under this dialog.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">{children}</Stack>
    </form>
  );
}

interface EmailProps extends StepProps {
  reason: string | undefined;
  setEmail: (email: string) => void;
  /** Another way to sign in. */
  children: ReactNode;
}

export function EmailStep({ email, problem, isSending, reason, ...props }: EmailProps) {
  return (
    <StepForm onSubmit={props.submitEmail}>
      {reason && <Text>{reason}</Text>}
      <TextInput
        label="Email"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={problem ? undefined : "We'll email you a 6-digit code. No password."}
        error={problem}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="go"
        placeholder="you@example.com"
        size="md"
        ref={focusStep}
        data-autofocus
        value={email}
        readOnly={isSending}
        onChange={(event) => props.setEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? 'Signing In...' : 'Sign In'}
      </Button>
      {props.children}
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
  setProblem: (problem: string | null) => void;
  isVerifying: boolean;
  verify: (code: string, trustDevice: boolean) => void;
  changeEmail: () => void;
}

const codeLength = 6;
const quiet = { variant: 'subtle', size: 'compact-sm' };

/** The step for the code from the email. The sixth digit submits it. */
export function CodeStep({ email, problem, isSending, submitEmail, ...props }: CodeProps) {
  const { setProblem, isVerifying, verify } = props;
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(true);
  const isWhole = code.length === codeLength;
  const change = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, codeLength);
    setProblem(null);
    setCode(digits);
    if (digits.length === codeLength && digits !== code) verify(digits, trustDevice);
  };
  const submit = () => {
    if (isVerifying) return;
    if (isWhole) {
      verify(code, trustDevice);
    } else {
      setProblem('Enter all six digits.');
      toast({ title: 'Invalid code', message: texts.codeInvalid, kind: 'error' });
    }
  };
  return (
    <StepForm onSubmit={submit}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        Enter the code we sent to <strong>{email.trim()}</strong>. The code expires in 10 minutes.
      </Text>
      <CodeField
        code={code}
        problem={problem}
        isVerifying={isVerifying}
        onChange={change}
        onSubmit={submit}
      />
      <Checkbox
        label="Trust this device"
        description="Skip the code next time on this browser. Don't use on a shared computer."
        checked={trustDevice}
        onChange={(event) => setTrustDevice(event.currentTarget.checked)}
      />
      <Button type="submit" size="md" fullWidth disabled={!isWhole || isVerifying}>
        {isVerifying ? 'Verifying...' : 'Verify'}
      </Button>
      {/* The negative margin aligns the buttons' labels with the fields. */}
      <Group justify="space-between" my={-4} mx={-8}>
        <Button {...quiet} onClick={props.changeEmail} disabled={isVerifying}>
          Use Different Email
        </Button>
        <Button {...quiet} onClick={submitEmail} disabled={isSending || isVerifying}>
          Resend
        </Button>
      </Group>
    </StepForm>
  );
}

interface CodeFieldProps extends Pick<CodeProps, 'problem' | 'isVerifying'> {
  code: string;
  onChange: (typed: string) => void;
  onSubmit: () => void;
}

function CodeField({ code, problem, isVerifying, onChange, onSubmit }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => focusStep(field.current), []);
  useEffect(() => {
    if (!problem) return;
    field.current?.focus();
    // Keeps the refused code readable; typing replaces it.
    field.current?.select();
  }, [problem]);
  const paste = (event: ClipboardEvent) => {
    // `maxLength` would cut off a code with spaces.
    event.preventDefault();
    if (!isVerifying) onChange(event.clipboardData.getData('text'));
  };
  return (
    <div>
      <TextInput
        label="Verification code"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={problem ? undefined : "You'll be signed in on the sixth digit."}
        error={problem}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={codeLength}
        size="md"
        ref={field}
        data-autofocus
        classNames={{ input: classes.code }}
        value={code}
        readOnly={isVerifying}
        onChange={(event) => onChange(event.currentTarget.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          // A disabled submit button makes Enter do nothing, so submit here to show the error.
          if (event.key === 'Enter' && code.length !== codeLength) onSubmit();
        }}
      />
      <VisuallyHidden component="output">{isVerifying ? 'Checking the code' : ''}</VisuallyHidden>
    </div>
  );
}
