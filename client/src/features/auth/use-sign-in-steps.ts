import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendCodeTexts, verifyCodeTexts } from '@marketplace/shared/outcomes/sign-in';
import { fill, texts } from '@marketplace/shared/texts';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useBrand } from '../../config/page-config.tsx';
import { toast } from '../../ui/toast.ts';
import { fieldIssues } from '../../api/failure.ts';

function fail({ title, message }: { title: string; message: string }, error?: unknown): void {
  toast({ title, message: errorMessage(error, message), kind: 'error' });
}

const invalidEmail = { title: 'Invalid email', message: texts.emailInvalid };

/** The two steps of signing in, by e-mail and code. */
export function useSignInSteps(onSuccess: () => void) {
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
    step: token === null ? ('email' as const) : ('verify' as const),
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
