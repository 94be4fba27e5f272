import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { refetchCounters } from '../live/feed.ts';

interface Props {
  conversationId: string;
  name: string;
  onReport: (() => void) | undefined;
  onBlock: () => void;
}

/** Shown in a request until its receiver accepts or answers it. */
export function RequestBar({ conversationId, name, onReport, onBlock }: Props) {
  const queryClient = useQueryClient();
  const { messaging } = trpc.useUtils();
  const accept = trpc.messaging.acceptRequest.useMutation({
    onSuccess() {
      refetchCounters(queryClient);
      void messaging.conversation.invalidate({ conversationId });
      // The button that had the focus disappears.
      document.querySelector<HTMLElement>('#content header h2')?.focus({ preventScroll: true });
    },
    onError: (error) =>
      toastFailure(error, { message: "We couldn't accept this request. Please try again." }),
  });
  if (accept.isSuccess) return null;
  return (
    <Group component="section" aria-label="Request" {...bar}>
      <Text size="sm" c="dimmed" flex="1 1 220px">
        <bdi>{name}</bdi> is new here. Reply to accept, or:
      </Text>
      <Group gap={8} wrap="nowrap">
        <Button
          {...button}
          variant="light"
          loading={accept.isPending}
          onClick={() => accept.mutate({ conversationId })}
        >
          Accept
        </Button>
        {onReport && (
          <Button {...button} onClick={onReport}>
            Report
          </Button>
        )}
        <Button {...button} onClick={onBlock}>
          Block
        </Button>
      </Group>
    </Group>
  );
}

const bar = {
  flex: 'none',
  gap: '8px 12px',
  px: { base: 16, sm: 20 },
  py: 10,
  style: { borderTop: '1px solid var(--line)' },
} as const;

const button = { variant: 'default', size: 'xs' } as const;
