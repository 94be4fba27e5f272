import { useEffect } from 'react';
import type { CurrentUser } from '@marketplace/shared/auth/views';
import { handleUnauthorized } from '../../api/errors.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

/** Stands where a page for the signed-in would be: sends a visitor to the log-in. */
export function RequireUser({ user }: { user: CurrentUser | null | undefined }) {
  useEffect(() => {
    if (user === null) handleUnauthorized();
  }, [user]);
  return <PageSkeleton />;
}
