import { Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AdminConversation } from '@marketplace/shared/admin/schemas';
import { itemsOf } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type OpenedDialog, ReasonForm } from './ActionDialog.tsx';
import type { AdminList } from './AdminTable.tsx';
import { TimeAgo, DateAndTime, PersonCell, RowButton, QuotedText } from './table-cells.tsx';

/** All conversations, most recent first. An admin has to give a reason to read one. */
export const conversationsTab: AdminList<AdminConversation> = {
  label: 'Conversations',
  noun: 'conversation',
  searchLabel: 'Search people',
  noMatchText: 'No matching conversations.',
  emptyText: 'Conversations show up here when someone messages a seller.',
  fetchPage: (client, { search, cursor }) => client.admin.conversations.query({ search, cursor }),
  changedBy: ['resumed', 'messageSent'],
  columns: [
    {
      title: 'Listing',
      width: 30,
      onPhone: 'wide',
      render: ({ listingTitle }, { open }) => (
        <RowButton onClick={open}>
          <Text inherit component="span" dir="auto" display="block" fw={600}>
            {listingTitle}
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
            <PersonCell key={id} id={id} name={displayName} email={email} />
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
    {
      title: 'Last message',
      width: 16,
      render: ({ lastMessageAt }) => <TimeAgo at={lastMessageAt} />,
    },
  ],
  Details: ReadConversation,
};

/** Asks why the admin reads a private conversation, for the audit log, and then shows it. */
function ReadConversation({ item, opened, onClose }: OpenedDialog & { item: AdminConversation }) {
  const [why, setWhy] = useState<string | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setWhy(null)}
      title={item.listingTitle}
      size="lg"
    >
      {why === null ? (
        <ReasonForm
          text="This conversation is private. The audit log records who reads it, when, and why."
          reason={{ label: 'Reason for reading', isRequired: true, hint: 'Enter a reason first' }}
          confirm="Show messages"
          onCancel={onClose}
          onConfirm={({ reason = '' }) => setWhy(reason)}
        />
      ) : (
        <Thread conversationId={item.id} why={why} />
      )}
    </Dialog>
  );
}

function Thread(input: { conversationId: string; why: string }) {
  const query = trpc.admin.conversation.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
    // Not cached: opening it again must reach the server, which records each reading in the audit
    // log.
    gcTime: 0,
  });
  if (query.isError && !query.data) return <ErrorState onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loader size="sm" />;
  const messages = itemsOf(query.data).reverse();
  return (
    <Stack gap="md">
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load older messages
        </Button>
      )}
      {messages.length === 0 && <Text c="dimmed">No messages yet.</Text>}
      <Stack component="ol" gap={12} className="plain">
        {messages.map((message) => (
          <li key={message.id}>
            <Group gap="0 8px" align="baseline" justify="space-between">
              <Text fw={600} size="sm" dir="auto">
                {message.senderName}
              </Text>
              <Text size="xs" c="dimmed">
                <DateAndTime at={message.createdAt} />
              </Text>
            </Group>
            <QuotedText>{message.content}</QuotedText>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
