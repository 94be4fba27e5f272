import { Fragment, type ReactNode, useState } from 'react';
import { useCurrentUser } from '../features/auth/use-current-user.ts';

/** Remounts everything once its user has left; a visitor who signs in keeps what they began. */
export function UserBoundary({ children }: { children: ReactNode }) {
  const me = useCurrentUser()?.id ?? null;
  const [seen, setSeen] = useState({ me, departures: 0 });
  if (seen.me !== me) {
    setSeen({ me, departures: seen.me === null ? seen.departures : seen.departures + 1 });
  }
  return <Fragment key={seen.departures}>{children}</Fragment>;
}
