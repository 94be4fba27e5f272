import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

interface Props {
  className?: string | undefined;
  /** Rendered from code that only the server loads (`import.meta.env.SSR`). */
  children: ReactNode;
}

/** Renders content for browsers without scripts. Removes it after hydration. */
export function ServerOnly({ className, children }: Props) {
  const hydrated = useHydrated();
  if (import.meta.env.SSR) return <div className={className}>{children}</div>;
  if (hydrated) return null;
  // Hydration keeps the server's content, since this element sets none.
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={nothing} />;
}

const nothing = { __html: '' };
