import { Button, Center, Loader, PinInput, Stack, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useState } from 'react';
import { handoverTries } from '@marketplace/shared/deals/constants';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { errorCode, errorMessage } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useStepErrorHandler } from '../use-deal-actions.ts';
import type { DialogProps } from './StepForm.tsx';

type Props = DialogProps & { conversationId: string; name: string };

/** Shows the buyer's four-digit code, large enough to be read across a table. */
export function ShowCodeDialog({ conversationId, name, opened, onClose }: Omit<Props, 'onDone'>) {
  const { data, error, refetch } = trpc.deals.handoverCode.useQuery(
    { conversationId },
    // Fetched at each opening: the server replaces a code that has ended.
    { enabled: opened, staleTime: 0 },
  );
  return (
    <Dialog opened={opened} onClose={onClose} title="Your hand-over code">
      <Stack>
        {data && (
          <Text component="p" className="numbers" aria-label={[...data.code].join(' ')} {...large}>
            {data.code}
          </Text>
        )}
        {!data && !error && (
          <Center component="output" h={75} aria-label="Loading your code">
            <Loader aria-hidden />
          </Center>
        )}
        {error && (
          <ErrorState
            title={errorMessage(error, "We couldn't load your code.")}
            onRetry={() => void refetch()}
          />
        )}
        <Text c="dimmed" ta="center">
          Show this to {name} once you have the item. It confirms the hand-over, and marks your
          reviews as verified.
        </Text>
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose} data-autofocus>
            Done
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

const large = {
  my: 4,
  fz: '3.5rem',
  fw: 700,
  lh: 1.2,
  ta: 'center',
  style: { letterSpacing: '0.18em', textIndent: '0.18em' },
} as const;

/** Lets the seller enter the buyer's code. The last digit submits it. */
export function EnterCodeDialog({ conversationId, name, opened, onClose, onDone }: Props) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const noteTry = useTries(conversationId);
  const onFailed = useStepErrorHandler();
  const { mutate, isPending } = trpc.deals.confirmHandover.useMutation({
    onSuccess: (result) => onDone(dealTexts.handover, result),
    onError(error) {
      const code = errorCode(error);
      if (code === 'BAD_REQUEST') setProblem(`${errorMessage(error, '')} ${triesText(noteTry())}`);
      else if (code === 'TOO_MANY_REQUESTS') setProblem(errorMessage(error, ''));
      else onFailed(error);
      setCode('');
    },
  });
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Enter the hand-over code">
      <Stack align="center">
        <Text c="dimmed" ta="center">
          Ask {name} for the four digits on their screen. You have {handoverTries} tries an hour.
        </Text>
        <PinInput
          length={4}
          type="number"
          inputMode="numeric"
          oneTimeCode
          size="xl"
          gap="sm"
          ariaLabel="Hand-over code"
          value={code}
          error={problem !== ''}
          readOnly={isPending}
          getInputProps={(at) => ({ 'data-autofocus': at === 0 || undefined })}
          onChange={(typed) => {
            setCode(typed);
            if (typed !== '') setProblem('');
          }}
          onComplete={(typed) => mutate({ conversationId, code: typed })}
        />
        <Text component="output" c={isPending ? 'dimmed' : 'error'} ta="center" mih={22}>
          {isPending ? 'Checking…' : problem}
        </Text>
      </Stack>
    </Dialog>
  );
}

const hour = 60 * 60_000;

/** Returns a function that records a wrong code and returns how many tries are left this hour. */
function useTries(conversationId: string): () => number {
  const [tries, setTries] = useSessionStorage<number[]>({
    key: `handover-tries:${conversationId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return () => {
    const now = Date.now();
    const recent = [...tries.filter((time) => now - time < hour), now];
    setTries(recent);
    return Math.max(0, handoverTries - recent.length);
  };
}

function triesText(left: number): string {
  if (left === 0) return 'That was the last try: wait an hour.';
  return left === 1 ? '1 try left.' : `${left} tries left.`;
}
