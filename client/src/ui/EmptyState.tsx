import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  icon?: ReactNode;
  title: string;
  text?: string;
  /** The one thing to do next, as a button. */
  action?: ReactNode;
  /** Level of the title; a page's own is 1. */
  order?: 1 | 2 | 3;
}

/** Nothing to show: says so, and what to do next. */
export function EmptyState({ icon, title, text, action, order = 2 }: Props) {
  return (
    <Stack align="center" gap="sm" py={{ base: 48, sm: 72 }} px="md" ta="center">
      {icon}
      <Title order={order} size={order === 1 ? 'h2' : 'h3'}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={440} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
