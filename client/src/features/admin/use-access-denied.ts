import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { toast } from '../../ui/toast.ts';

/** Tells somebody who is no admin, and goes to the landing page after 1.5 s. */
export function useAccessDenied(denied: boolean): void {
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
