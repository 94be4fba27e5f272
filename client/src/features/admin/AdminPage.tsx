import { IconShieldX } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { AdminCenter } from './AdminCenter.tsx';
import { useAccessDenied } from './use-access-denied.ts';

/** The Admin Center; whoever is no admin is told so and sent away. */
export function Component() {
  const isAdmin = useCurrentUser()?.isAdmin ?? false;
  useAccessDenied(!isAdmin);
  if (isAdmin) return <AdminCenter />;
  return (
    <PageContainer size={768} mih="60vh">
      <EmptyState
        order={1}
        icon={
          <IconShieldX size={48} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
        }
        title="Access Denied"
        text="You need admin privileges to access this page."
      />
    </PageContainer>
  );
}
