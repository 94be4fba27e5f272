import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { handleUnauthorized } from '../../api/errors.ts';
import { PageSkeleton } from '../../ui/PageContainer.tsx';

/** In place of a page that needs a user: sends visitors to the sign-in. */
export function RequireUser({ user }: { user: CurrentUser | null | undefined }) {
  const { pathname } = useLocation();
  useEffect(() => {
    // Signing out navigates to another page already.
    if (user === null && window.location.pathname === pathname) handleUnauthorized();
  }, [user, pathname]);
  return <PageSkeleton />;
}
