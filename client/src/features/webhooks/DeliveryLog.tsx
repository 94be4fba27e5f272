import { Button, Group, Stack, Text } from '@mantine/core';
import { webhookEvents } from '@marketplace/shared/webhooks/constants';
import type { WebhookDelivery } from '@marketplace/shared/webhooks/schemas';
import { trpc } from '../../api/trpc.ts';
import { Loaded } from '../../ui/settings/SettingsSection.tsx';
import { clockText, dateText } from '../../ui/time/time-text.ts';

/** Lists the deliveries of a webhook, newest first. */
export function DeliveryLog({ id }: { id: string }) {
  const log = trpc.webhooks.deliveries.useInfiniteQuery(
    { id },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: 'always' },
  );
  return (
    <Stack gap="xs" mt="sm" aria-busy={log.isFetching}>
      <Loaded query={log} height={44}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ items }) => items);
          if (deliveries.length === 0) {
            return (
              <Text size="sm" c="dimmed">
                Nothing was sent in the last 30 days.
              </Text>
            );
          }
          return (
            <ul className="plain" aria-label="Log">
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <Group gap="lg">
        <Button
          variant="subtle"
          size="xs"
          px={0}
          disabled={log.isFetching}
          onClick={() => void log.refetch()}
        >
          Refresh
        </Button>
        {log.hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            px={0}
            disabled={log.isFetching}
            onClick={() => void log.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const timeText = (at: string) => `${dateText(at)}, ${clockText(at)}`;

const looks = {
  pending: { label: 'Waiting', color: 'dimmed' },
  delivered: { label: 'Delivered', color: 'var(--mantine-color-anchor)' },
  failed: { label: 'Failed', color: 'var(--mantine-color-error)' },
};

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { event, status, tries, statusCode, answer, error, nextTryAt, createdAt } = delivery;
  const { label, color } = looks[status];
  const details = [
    timeText(createdAt),
    tries > 1 && `${tries} tries`,
    statusCode && `status ${statusCode}`,
    nextTryAt && `next try ${timeText(nextTryAt)}`,
  ];
  return (
    <Text component="li" size="sm" py={6} style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        {event === 'webhook.test' ? 'Test' : webhookEvents[event]}
        <Text span size="sm" fw={600} c={color}>
          {label}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {details.filter(Boolean).join(' · ')}
      </Text>
      {[error, answer].map(
        (text) =>
          text && (
            <Text key={text} size="xs" dir="auto" lineClamp={3}>
              {text}
            </Text>
          ),
      )}
    </Text>
  );
}
