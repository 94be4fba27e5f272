import { Skeleton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorNeed } from '@marketplace/shared/factors/schemas';
import { sendCodeTexts, verifyCodeTexts } from '@marketplace/shared/outcomes/sign-in';
import { fill, texts } from '@marketplace/shared/texts';
import { errorMessage, fieldIssues } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useBrand } from '../../config/page-config.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { factorNeed } from '../factors/factor-need.ts';
import { PasskeySignIn } from '../factors/PasskeySignIn.tsx';
import { CodeStep, EmailStep, exampleEmail } from './SignInSteps.tsx';

interface Props {
  /** A line above the email field, such as 'Sign in to message this seller.' */
  reason?: string | undefined;
  /** Called when the cache is up to date. `isNew`: the sign-in created the account. */
  onSuccess: (isNew: boolean) => void;
}

interface Pending {
  /** The typed address. */
  email: string;
  /** The token of the code that was sent. */
  token: string | null;
  /** The server's request for a second factor, if the account has one. */
  factor?: Extract<FactorNeed, { need: 'SECOND_FACTOR' }> | undefined;
}

const storageKey = 'sign-in';

const SecondFactorStep = lazyPart(
  async () => (await import('../factors/SecondFactorStep.tsx')).SecondFactorStep,
);

/** Returns the functions that end a sign-in: show a toast, and go on once the cache is up to date. */
function useFinish(onSuccess: Props['onSuccess']) {
  const queryClient = useQueryClient();
  const { productName } = useBrand();
  const finish = async (done: { title: string; message: string }, isNew: boolean) => {
    // Everything fetched so far was for a visitor.
    await queryClient.invalidateQueries();
    toast({ ...done, kind: 'success' });
    onSuccess(isNew);
  };
  const finishSignIn = (isNew: boolean) => {
    const { title, message } = verifyCodeTexts.done;
    return finish({ title: fill(title, { product: productName }), message }, isNew);
  };
  const finishSecondStep = () => {
    // Without a render, so that the step stays in place while the dialog closes.
    sessionStorage.removeItem(storageKey);
    return finishSignIn(false);
  };
  return { finish, finishSignIn, finishSecondStep };
}

/** The steps of the sign-in, by email and code, for any dialog. */
export function SignInForm({ reason, onSuccess }: Props) {
  const { finish, finishSignIn, finishSecondStep } = useFinish(onSuccess);
  // Stored in this tab, because a phone may discard the page while the user reads the email.
  const [{ email, token, factor }, setPending] = useSessionStorage<Pending>({
    key: storageKey,
    defaultValue: { email: '', token: null },
    getInitialValueInEffect: false,
  });
  /** The error that replaces the field's description. */
  const [problem, setProblem] = useState<string | null>(null);

  const sendCode = trpc.auth.sendCode.useMutation({
    async onSuccess(result) {
      // A trusted device needs no code.
      if (result.token === null) {
        await finish(sendCodeTexts.returned, false);
        return;
      }
      setPending({ email, token: result.token });
      const { title, message } = sendCodeTexts.done;
      toast({ title, message: fill(message, { email: email.trim() }), kind: 'success' });
    },
    onError(error) {
      const isRefused = fieldIssues(error).some(({ path }) => path === 'email');
      setProblem(isRefused ? exampleEmail : errorMessage(error, '') || null);
      fail(isRefused ? invalidEmail : sendCodeTexts.failed, error);
    },
  });
  const verify = trpc.auth.verify.useMutation({
    meta: { showsUnauthorized: true },
    onSuccess: ({ isNew }) => finishSignIn(isNew),
    onError(error) {
      const need = factorNeed(error);
      if (need?.need === 'SECOND_FACTOR') {
        setPending({ email, token, factor: need });
        return;
      }
      setProblem(errorMessage(error, '') || null);
      fail(verifyCodeTexts.failed, error);
    },
  });
  const submitEmail = () => {
    if (email.trim().includes('@')) {
      setProblem(null);
      sendCode.mutate({ email });
    } else {
      setProblem(exampleEmail);
      fail(invalidEmail);
    }
  };
  const setEmail = (typed: string) => {
    setProblem(null);
    setPending({ email: typed, token: null });
  };
  const shared = { email, problem, isSending: sendCode.isPending, submitEmail };
  if (factor) {
    return (
      <SecondFactorStep
        {...factor}
        onSignedIn={finishSecondStep}
        startOver={() => setEmail(email)}
        fallback={<Skeleton height={200} />}
      />
    );
  }
  if (token === null) {
    return (
      <EmailStep {...shared} reason={reason} setEmail={setEmail}>
        <PasskeySignIn onSignedIn={() => finishSignIn(false)} />
      </EmailStep>
    );
  }
  return (
    <CodeStep
      // A new code starts with an empty field.
      key={token}
      {...shared}
      setProblem={setProblem}
      isVerifying={verify.isPending}
      verify={(code, trustDevice) => verify.mutate({ token, code, trustDevice })}
      changeEmail={() => setEmail(email)}
    />
  );
}

const invalidEmail = { title: 'Invalid email', message: texts.emailInvalid };

function fail({ title, message }: { title: string; message: string }, error?: unknown) {
  toast({ title, message: errorMessage(error, message), kind: 'error' });
}
