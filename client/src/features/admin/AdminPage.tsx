import { IconShieldX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { AdminCenter } from './AdminCenter.tsx';

/** The Admin Center. Users who are not admins see why not and are redirected. */
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

/** Shows 'Access Denied' to users who are not admins, and goes to the landing page after 1.5 s. */
function useAccessDenied(denied: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!denied) return;
    toast({
      title: 'Access Denied',
      message: 'You need admin privileges to access this page.',
      kind: 'error',
    });
    const timer = window.setTimeout(() => void navigate(paths.landing), 1500);
    return () => window.clearTimeout(timer);
  }, [denied, navigate]);
}
