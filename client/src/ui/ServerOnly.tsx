import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

interface Props {
  className?: string | undefined;
  /** Of code that only the server loads (`import.meta.env.SSR`). */
  children: ReactNode;
}

/** What only a browser without scripts needs: rendered by the server, and gone once the page has its scripts. */
export function ServerOnly({ className, children }: Props) {
  const hydrated = useHydrated();
  if (import.meta.env.SSR) return <div className={className}>{children}</div>;
  if (hydrated) return null;
  // No content of its own: hydration leaves what the server sent.
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={nothing} />;
}

const nothing = { __html: '' };
