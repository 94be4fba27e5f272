import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { adminAccessTexts } from '@marketplace/shared/outcomes/admin';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { IconShieldCheck } from '../../ui/icons/page-icons.tsx';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ForceInitialize } from './ForceInitialize.tsx';

/** The two pages on which someone becomes an administrator. */
export function Component() {
  return useLocation().pathname === '/admin/initialize' ? <Initialize /> : <ForceInitialize />;
}

/** The page on which the first administrator claims the role. */
function Initialize() {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const initialize = trpc.admin.initialize.useMutation({
    onSuccess(result) {
      toast({ title: 'Admin Access Granted', message: result.message, kind: 'success' });
      window.setTimeout(() => window.location.reload(), 2000);
    },
  });
  if (user?.isAdmin && initialize.isIdle) return <AlreadyAdmin />;
  const become = () => {
    if (user) initialize.mutate();
    else openSignIn({ reason: 'Sign in first so we know which account to make an admin.' });
  };
  return (
    <PageContainer size={560} mih="60vh">
      <Stack align="center" ta="center" gap="md" py="xl">
        <IconShieldCheck size={48} stroke={1.25} color="var(--mantine-color-dimmed)" />
        <Title order={1} size="h2">
          {initialize.isSuccess ? 'Admin Access Granted' : 'Admin Access Required'}
        </Title>
        <Text c="dimmed">This marketplace has no administrator yet. You can become the first.</Text>
        {initialize.isError && (
          <Alert color="red" w="100%" ta="left" role="alert">
            {errorMessage(initialize.error, adminAccessTexts.failed.message)}
          </Alert>
        )}
        <Button onClick={become} disabled={initialize.isPending || initialize.isSuccess}>
          {initialize.isPending ? 'Initializing...' : 'Become Administrator'}
        </Button>
      </Stack>
    </PageContainer>
  );
}

function AlreadyAdmin() {
  return (
    <PageContainer size={560} mih="60vh">
      <Stack align="center" ta="center" gap="md" py="xl">
        <IconShieldCheck size={48} stroke={1.25} color="var(--mantine-color-anchor)" />
        <Title order={1} size="h2">
          You&apos;re an administrator
        </Title>
        <Text c="dimmed">You already have full access. There&apos;s nothing to set up.</Text>
        <Button component={PageLink} to={paths.admin}>
          Go to Admin Center
        </Button>
      </Stack>
    </PageContainer>
  );
}
