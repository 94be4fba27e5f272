import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { PageLink } from './PageLink.tsx';

/** A link in a line of text, with room for a finger around it. */
export function TouchLink(props: AnchorProps & ComponentProps<typeof PageLink>) {
  return (
    <Anchor
      component={PageLink}
      underline="always"
      fw={600}
      px={8}
      py={11}
      mx={-8}
      my={-11}
      style={{ textUnderlineOffset: '0.2em' }}
      {...props}
    />
  );
}
