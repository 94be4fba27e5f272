import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router-dom';
import { preloadPage } from '../config/preload-page.ts';

type Props = Omit<ComponentPropsWithRef<typeof Link>, 'to'> & { to: string };

/** A link to a page of this site; its code is fetched as soon as the pointer or focus rests on it. */
export function PageLink({ to, ...props }: Props) {
  return (
    <Link
      to={to}
      onPointerEnter={() => preloadPage(to)}
      onFocus={() => preloadPage(to)}
      {...props}
    />
  );
}
