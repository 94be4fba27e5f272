import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import type { AdminConversation } from '@marketplace/shared/admin/schemas';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Moment } from './Cells.tsx';
import classes from './Tabs.module.css';

interface Props {
  conversation: AdminConversation;
  opened: boolean;
  onClose: () => void;
}

/** Asks why a private conversation is read, which goes into the audit log, and then shows it. */
export function ReadConversation({ conversation, opened, onClose }: Props) {
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
        <WhyForm onGive={setWhy} onCancel={onClose} />
      ) : (
        <Thread conversation={conversation} why={why} />
      )}
    </Dialog>
  );
}

function WhyForm({ onGive, onCancel }: { onGive: (why: string) => void; onCancel: () => void }) {
  const [text, setText] = useState('');
  const isReady = text.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onGive(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>This conversation is private. Who reads it, when and why is in the audit log.</Text>
        <Textarea
          label="Why do you read it?"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={adminReasonMaxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} title={isReady ? undefined : 'Say why first'}>
            Show Messages
          </Button>
        </Group>
      </Stack>
    </form>
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
    // Whoever opens it again reads it again.
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
      <ol className={classes.thread}>
        {messages.map((message) => (
          <li key={message.id}>
            <div className={classes.said}>
              <Text fw={600} size="sm">
                {message.senderName}
              </Text>
              <Text size="xs" c="dimmed">
                <Moment at={message.createdAt} />
              </Text>
            </div>
            <div className={classes.content}>{message.content}</div>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
