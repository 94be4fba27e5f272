import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  order?: 1 | 2 | 3;
}

/** Says that there is nothing to show, and what to do next. */
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
