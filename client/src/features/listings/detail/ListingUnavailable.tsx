import { Button, Center, Group, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';

interface Props {
  title: string;
  /** Says why the listing does not exist. */
  text?: string;
  /** Given if the listing may exist but could not be fetched. */
  onRetry: (() => void) | undefined;
  /** A link to another page. */
  children: ReactNode;
}

/** Says that the listing does not exist, or, with a button to try again, that loading it failed. */
export function ListingUnavailable({ title, text, onRetry, children }: Props) {
  return (
    <EmptyState
      order={1}
      title={title}
      text={onRetry ? "We couldn't load this listing. Check your connection and try again." : text}
      action={
        <Group justify="center">
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {children}
        </Group>
      }
    />
  );
}

/** Shown while a listing is being fetched. */
export function ListingLoading({ height = '60vh' }: { height?: string }) {
  return (
    <Center component="output" mih={height}>
      <Stack align="center" gap="sm">
        <Loader aria-hidden />
        <Text c="dimmed">Loading listing...</Text>
      </Stack>
    </Center>
  );
}
