import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState.tsx';

interface Props {
  title?: string;
  onRetry: () => void;
}

/** Says that something failed to load, with a button to try again. */
export function ErrorState({ title = "We couldn't load this", onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text="Check your connection and try again."
        action={
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
