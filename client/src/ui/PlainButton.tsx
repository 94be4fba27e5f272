import { UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

/** A button with no look, as Mantine's UnstyledButton, which took ten times as long to render. */
export function PlainButton({ className = '', ...props }: ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      className={`mantine-focus-auto ${UnstyledButton.classes.root} ${className}`}
      {...props}
    />
  );
}
