import { Button, Stack, Text } from '@mantine/core';
import { verifyCodeTexts } from '@marketplace/shared/outcomes/sign-in';
import { errorMessage } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import type { FactorMethod } from '@marketplace/shared/factors/schemas';
import { FactorForm } from './FactorForm.tsx';

interface Props {
  token: string;
  methods: FactorMethod[];
  onSignedIn: () => Promise<void>;
  /** Goes back to the email address. */
  startOver: () => void;
}

const { failed } = verifyCodeTexts;

/** The step of the sign-in after the code, for users with a second factor. */
export function SecondFactorStep({ token, methods, onSignedIn, startOver }: Props) {
  const verify = trpc.auth.verifySecondFactor.useMutation({
    meta: { showsUnauthorized: true },
    onError: (error) => toastFailure(error, failed),
  });
  return (
    <Stack gap="md">
      <Text>Your account has a second factor. Confirm it&apos;s you to finish signing in.</Text>
      <FactorForm
        methods={methods}
        problem={verify.error ? errorMessage(verify.error, failed.message) : undefined}
        submitLabel="Sign in"
        prove={async (proof) => {
          await verify.mutateAsync({ token, ...proof });
          await onSignedIn();
        }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        mx={-8}
        mt={-12}
        style={{ alignSelf: 'start' }}
        onClick={startOver}
      >
        Start over
      </Button>
    </Stack>
  );
}
