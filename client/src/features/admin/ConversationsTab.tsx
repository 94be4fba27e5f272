import { Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminConversation } from '@marketplace/shared/admin/schemas';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ReasonForm, useDialogFor } from './ActionDialog.tsx';
import { AdminTable, type Column, useAdminList } from './AdminTable.tsx';
import { Ago, Moment, Person, RowButton, Written } from './Cells.tsx';

/** All conversations, the latest first. To read one, an admin has to give a reason. */
export function ConversationsTab() {
  const { client } = trpc.useUtils();
  const list = useAdminList({
    noun: 'conversation',
    fetchPage: ({ search, cursor }) => client.admin.conversations.query({ search, cursor }),
    changedBy: ['resumed', 'messageSent'],
  });
  const dialog = useDialogFor<AdminConversation>();
  const columns: Column<AdminConversation>[] = [
    {
      title: 'Listing',
      width: 30,
      onPhone: 'wide',
      render: (conversation) => (
        <RowButton onClick={() => dialog.open(conversation)}>
          <Text inherit component="span" display="block" fw={600}>
            {conversation.listingTitle}
          </Text>
        </RowButton>
      ),
    },
    {
      title: 'Participants',
      width: 42,
      onPhone: 'wide',
      render: ({ participants }) => (
        <SimpleGrid cols={2} spacing={12}>
          {participants.map(({ id, displayName, email }) => (
            <Person key={id} name={displayName} email={email} />
          ))}
        </SimpleGrid>
      ),
    },
    {
      title: 'Messages',
      width: 12,
      render: ({ messageCount }) => (
        <span className="numbers">{messageCount.toLocaleString('en-US')}</span>
      ),
    },
    { title: 'Last message', width: 16, render: ({ lastMessageAt }) => <Ago at={lastMessageAt} /> },
  ];
  return (
    <>
      <AdminTable
        label="Conversations"
        list={list}
        columns={columns}
        searchLabel="Search people"
        emptyText="No conversations yet."
        noMatchText="No conversation matches."
      />
      {dialog.subject && (
        <ReadConversation key={dialog.subject.id} conversation={dialog.subject} {...dialog.props} />
      )}
    </>
  );
}

interface Props {
  conversation: AdminConversation;
  opened: boolean;
  onClose: () => void;
}

/** Asks why a private conversation is read, which goes into the audit log, and then shows it. */
function ReadConversation({ conversation, opened, onClose }: Props) {
  const [why, setWhy] = useState<string | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setWhy(null)}
      title={conversation.listingTitle}
      size="lg"
    >
      {why === null ? (
        <ReasonForm
          text="This conversation is private. Who reads it, when and why is in the audit log."
          reason={{ label: 'Why do you read it?', isRequired: true, hint: 'Say why first' }}
          confirm="Show Messages"
          onCancel={onClose}
          onConfirm={(reason = '') => setWhy(reason)}
        />
      ) : (
        <Thread conversation={conversation} why={why} />
      )}
    </Dialog>
  );
}

function Thread({ conversation, why }: { conversation: AdminConversation; why: string }) {
  const { client } = trpc.useUtils();
  const { id: conversationId } = conversation;
  const query = useInfiniteQuery({
    queryKey: ['admin-conversation', conversationId, why],
    queryFn: ({ pageParam }) =>
      client.admin.conversation.query({ conversationId, why, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Opening it again is another reading, which the audit log records.
    gcTime: 0,
  });
  if (query.isError && !query.data) return <ErrorState onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loader size="sm" />;
  const messages = query.data.pages.flatMap((page) => page.items).reverse();
  return (
    <Stack gap="md">
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load older
        </Button>
      )}
      {messages.length === 0 && <Text c="dimmed">Nothing was written yet.</Text>}
      <Stack component="ol" gap={12} className="plain">
        {messages.map((message) => (
          <li key={message.id}>
            <Group gap="0 8px" align="baseline" justify="space-between">
              <Text fw={600} size="sm">
                {message.senderName}
              </Text>
              <Text size="xs" c="dimmed">
                <Moment at={message.createdAt} />
              </Text>
            </Group>
            <Written>{message.content}</Written>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
