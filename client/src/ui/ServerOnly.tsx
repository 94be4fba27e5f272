import type { PropsWithChildren } from 'react';
import { useHydrated } from './store.ts';

type Props = PropsWithChildren<{ className?: string | undefined }>;

/**
 * Renders content for browsers without scripts, and removes it after hydration. The content must
 * come from code that only the server loads (`import.meta.env.SSR`).
 */
export function ServerOnly({ className, children }: Props) {
  const hydrated = useHydrated();
  if (import.meta.env.SSR) return <div className={className}>{children}</div>;
  if (hydrated) return null;
  // Hydration keeps the server's content, since this element sets none.
  const html = { __html: '' };
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={html} />;
}
