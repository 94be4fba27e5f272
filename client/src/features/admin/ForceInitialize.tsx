import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { AdminGrant } from '@marketplace/shared/admin/schemas';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { adminAccessTexts } from '@marketplace/shared/outcomes/admin';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { IconAlertTriangle } from '../../ui/icons/page-icons.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';

/** The page that grants admin access to the signed-in user, if the server allows it. */
export function ForceInitialize() {
  const user = useCurrentUser();
  return (
    <PageContainer size={560} mih="60vh">
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
        <Stack align="flex-start">{user ? <GrantPanel user={user} /> : <SignInFirst />}</Stack>
      </Paper>
    </PageContainer>
  );
}

function SignInFirst() {
  const openSignIn = useSignIn();
  return (
    <>
      <Title order={1} size="h2">
        Authentication Required
      </Title>
      <Text>You must be signed in to initialize admin access.</Text>
      <Text c="dimmed">Please sign in with your account first, then return to this page.</Text>
      <Button onClick={() => openSignIn()}>Sign In</Button>
    </>
  );
}

function GrantPanel({ user }: { user: CurrentUser }) {
  const utils = trpc.useUtils();
  const grant = trpc.admin.forceInitialize.useMutation({
    onSuccess: () => utils.auth.me.invalidate(),
  });
  if (grant.data) return <Granted grant={grant.data} />;
  return (
    <>
      <div>
        <Title order={1} size="h2">
          Force Admin Initialization
        </Title>
        <Text c="dimmed">Grant admin access to the current user</Text>
      </div>
      <Text>
        Current user: <strong>{user.email || user.username || user.id}</strong>
      </Text>
      <Alert color="maple" icon={<IconAlertTriangle stroke={1.75} />} w="100%">
        This will grant admin privileges to your current account. Use this only if you need to
        restore admin access in production.
      </Alert>
      {grant.isError && (
        <Alert color="red" w="100%" title={adminAccessTexts.failed.title} role="alert">
          {errorMessage(grant.error, adminAccessTexts.failed.message)}
        </Alert>
      )}
      <Button onClick={() => grant.mutate()} disabled={grant.isPending}>
        {grant.isPending ? 'Granting Admin Access...' : 'Grant Admin Access'}
      </Button>
    </>
  );
}

function Granted({ grant }: { grant: AdminGrant }) {
  return (
    <>
      <Title order={1} size="h2">
        Success!
      </Title>
      <Text>{grant.message}</Text>
      <div>
        <Text>User ID: {grant.userId}</Text>
        {grant.email && <Text>Email: {grant.email}</Text>}
        {grant.username && <Text>Username: {grant.username}</Text>}
      </div>
      <Group>
        <Button component={PageLink} to={paths.admin}>
          Go to Admin Center
        </Button>
        <Button component={PageLink} to={paths.landing} variant="default">
          Go to Homepage
        </Button>
      </Group>
    </>
  );
}
