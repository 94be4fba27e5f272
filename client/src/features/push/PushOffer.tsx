import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { attempt } from '../../ui/attempt.ts';
import { IconBell } from '../../ui/icons/page-icons.tsx';
import { useHydrated } from '../../ui/store.ts';
import { deniedText, turnOnFailed } from './PushSettings.tsx';
import { usePush } from './use-push.ts';

interface Props {
  /** The action before the offer. "Not now" ends the offers after this action on this device. */
  after: 'message' | 'search';
  /** The offer, as a question. */
  text: string;
  /** Called when the offer disappears, to move the focus. */
  onClose?: () => void;
}

/** A line that offers notifications on this device, if they are supported and off. */
export function PushOffer(props: Props) {
  return useHydrated() && <Offer {...props} />;
}

function Offer({ after, text, onClose }: Props) {
  const { support, isDenied, device, turnOn } = usePush();
  const [isAnswered, setAnswered] = useState(() => wasDeclined(after));
  // The result stays visible until the user closes it.
  const isDone = turnOn.data === 'granted' || turnOn.data === 'denied';
  if (isAnswered || support !== 'yes') return null;
  if (!isDone && (device !== null || isDenied)) return null;
  const close = () => {
    setAnswered(true);
    onClose?.();
  };
  const outcome = isDenied ? deniedText : 'Notifications are on. You can change them in Settings.';
  return (
    <Group wrap="nowrap" gap={12} {...looks[after]}>
      <IconBell
        size={20}
        stroke={1.75}
        color="var(--mantine-color-dimmed)"
        style={{ flex: 'none' }}
        aria-hidden
      />
      <Text component="output" flex={1} miw={0} fz="sm" lh={1.4}>
        {turnOn.error ? errorMessage(turnOn.error, turnOnFailed) : isDone ? outcome : text}
      </Text>
      {isDone ? (
        <Button variant="subtle" size="xs" mih={44} onClick={close}>
          OK
        </Button>
      ) : (
        <Group gap={4} wrap="nowrap" flex="none">
          <Button size="xs" mih={44} loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
            Turn on
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            mih={44}
            onClick={() => {
              decline(after);
              close();
            }}
          >
            Not now
          </Button>
        </Group>
      )}
    </Group>
  );
}

const looks = {
  /** Above the composer. */
  message: { flex: 'none', py: 4, pl: 20, pr: 12, style: { borderTop: '1px solid var(--line)' } },
  search: { mih: 44, pl: 12, pr: 4, bd: '1px solid var(--line)', bdrs: 'var(--radius-field)' },
};

const keyOf = (after: Props['after']) => `push-offer-declined:${after}`;

// A browser that forbids storage repeats the offer.
const wasDeclined = (after: Props['after']) =>
  Boolean(attempt(() => localStorage.getItem(keyOf(after))));
const decline = (after: Props['after']) =>
  attempt(() => localStorage.setItem(keyOf(after), new Date().toISOString()));
