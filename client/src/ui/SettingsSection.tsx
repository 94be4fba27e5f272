import { Paper, Title } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  /** The heading, for moving the focus to it. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** One group of settings under its heading. */
export function SettingsSection({ title, children, headingRef }: Props) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
    >
      <Title
        ref={headingRef}
        id={id}
        order={2}
        size="h4"
        mb="sm"
        tabIndex={-1}
        style={{ outline: 'none' }}
      >
        {title}
      </Title>
      {children}
    </Paper>
  );
}
