import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';

/** Says that something failed to load, with a button to try again. */
export function ErrorState({ title, onRetry }: { title?: string; onRetry: () => void }) {
  const retry = (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState
        title={title ?? "We couldn't load this"}
        text="Check your connection and try again."
        action={retry}
      />
    </div>
  );
}
