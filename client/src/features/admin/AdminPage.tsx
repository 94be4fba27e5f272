import { Text, Title } from '@mantine/core';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { AdminCenter } from './AdminCenter.tsx';
import { useAccessDenied } from './use-access-denied.ts';

/** The Admin Center; whoever is no admin is told so and sent away (specification section 6). */
export function Component() {
  const isAdmin = useCurrentUser()?.isAdmin ?? false;
  useAccessDenied(!isAdmin);
  if (isAdmin) return <AdminCenter />;
  return (
    <PageContainer size={768} mih="60vh">
      <Title order={1}>Access Denied</Title>
      <Text c="dimmed">You need admin privileges to access this page.</Text>
    </PageContainer>
  );
}
