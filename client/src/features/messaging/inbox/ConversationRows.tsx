import { Group, Skeleton, Stack } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { ConversationRow } from './ConversationRow.tsx';

interface Props {
  conversations: ConversationView[];
  selectedId: string | null;
  me: string;
  inArchive: boolean;
  query?: string;
}

export function ConversationRows({ conversations, selectedId, ...props }: Props) {
  if (conversations.length === 0) return null;
  return (
    <ul className="plain">
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          selected={conversation.id === selectedId}
          {...props}
        />
      ))}
    </ul>
  );
}

export function LoadingRows() {
  return (
    <Stack component="output" gap={0} aria-busy="true" aria-label="Loading conversations">
      {[0, 1, 2, 3, 4].map((n) => (
        <Group key={n} gap={20} wrap="nowrap" h={76} px={{ base: 16, sm: 12 }}>
          <Skeleton circle height={48} flex="none" />
          <Stack component="span" gap={8} flex={1} miw={0}>
            <Skeleton height={14} width="55%" />
            <Skeleton height={12} width="80%" />
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}
