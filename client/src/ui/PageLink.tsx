import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router-dom';
import { preloadPage } from '../config/preload-page.ts';

type Props = Omit<ComponentPropsWithRef<typeof Link>, 'to'> & { to: string };

/** A link to a page of this site. Loads the page's code on hover or focus. */
export function PageLink({ to, onPointerEnter, ...props }: Props) {
  return (
    <Link
      to={to}
      onPointerEnter={(event) => {
        preloadPage(to);
        onPointerEnter?.(event);
      }}
      onFocusCapture={() => preloadPage(to)}
      {...props}
    />
  );
}
