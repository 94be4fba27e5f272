import { Button, Paper, Stack, Text } from '@mantine/core';

/** For a visitor, above a listing that only an account can publish. */
export function SignInPrompt({ onSignIn }: { onSignIn: () => void }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>Sign in to publish</Text>
        <Text>We&apos;ll email you a code. No password. What you fill in before is kept.</Text>
        <Button data-autofocus onClick={onSignIn}>
          Sign In
        </Button>
      </Stack>
    </Paper>
  );
}
