import { UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

/** An unstyled button. Mantine's UnstyledButton took ten times as long to render. */
export function PlainButton({ className = '', ...props }: ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      className={`mantine-focus-auto ${UnstyledButton.classes.root} ${className}`}
      {...props}
    />
  );
}
