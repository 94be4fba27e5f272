import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageContainer } from './PageContainer.tsx';

/** A page with one message, such as that of a link in an email. `children` are its buttons. */
export function NoticePage(props: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <PageContainer size={560} mih="60vh">
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} aria-live="polite">
        <Stack align="flex-start">
          <Title order={1} size="h2">
            {props.title}
          </Title>
          <Text style={{ overflowWrap: 'anywhere' }}>{props.text}</Text>
          {props.children}
        </Stack>
      </Paper>
    </PageContainer>
  );
}
