import { Box, Group, Text, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import { MoreButton } from '../../../ui/LoadMore.tsx';
import classes from './ConversationList.module.css';
import { ConversationRows } from './ConversationRows.tsx';
import type { Conversations } from './use-conversations.ts';

type Props = Omit<ComponentProps<typeof ConversationRows>, 'conversations'> & {
  list: Conversations;
};

/** The first messages of new accounts, above the other conversations. */
export function Requests({ list, ...row }: Props) {
  const { conversations, total } = list;
  if (!conversations?.length) return null;
  return (
    <Box component="fieldset" aria-labelledby="requests-heading" className={classes.requests}>
      <Group gap={6} px={{ base: 16, sm: 12 }} pt={8} pb={2} align="baseline" fz="xs" c="dimmed">
        <Title id="requests-heading" order={3} fz="inherit" fw={650}>
          Requests{' '}
          {total !== undefined && (
            <Text span inherit fw={500} className="numbers">
              ({total})
            </Text>
          )}
        </Title>
        <span>from people who are new here</span>
      </Group>
      <ConversationRows conversations={conversations} {...row} />
      <MoreButton query={list} what="requests" />
    </Box>
  );
}
