import { Navigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { PageSkeleton } from '../../ui/PageContainer.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';

/** Redirects to the user's public page. */
export function Component() {
  const user = useCurrentUser();
  return user ? <Navigate to={paths.user(user.id)} replace /> : <PageSkeleton />;
}
