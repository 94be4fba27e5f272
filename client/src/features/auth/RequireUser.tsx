import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { handleUnauthorized } from '../../api/errors.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

/** Stands where a page for the signed-in would be: sends a visitor to the log-in. */
export function RequireUser({ user }: { user: CurrentUser | null | undefined }) {
  const { pathname } = useLocation();
  useEffect(() => {
    // Whoever signs out here is on the way to another page already.
    if (user === null && window.location.pathname === pathname) handleUnauthorized();
  }, [user, pathname]);
  return <PageSkeleton />;
}
