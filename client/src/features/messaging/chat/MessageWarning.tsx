import { Anchor, Group } from '@mantine/core';
import type { MessageWarning as Warning } from '@marketplace/shared/messaging/constants';
import { IconAlertTriangle } from '../../../ui/icons/page-icons.tsx';

const texts: Record<Warning, string> = {
  payment: "Pay when you have the item in your hands. Don't pay in advance.",
  codes: 'Never share a verification code. People who ask for one want to use your account.',
  couriers: 'Meet in person. Offers to send a courier or a mover are often a scam.',
  other: "Be careful with links and phone numbers from people you don't know.",
};

/** Warns the reader below a message, and offers to report it. */
export function MessageWarning({ warning, onReport }: { warning: Warning; onReport: () => void }) {
  return (
    <Group
      role="note"
      gap={8}
      wrap="nowrap"
      align="flex-start"
      mt={4}
      mx={4}
      mb={6}
      fz="xs"
      lh={1.45}
    >
      <IconAlertTriangle
        size={16}
        stroke={1.75}
        color="var(--accent-text)"
        style={{ flex: 'none', marginTop: 1 }}
        aria-hidden
      />
      <span>
        {texts[warning]}{' '}
        <Anchor component="button" type="button" inherit fw={600} onClick={onReport}>
          Report
        </Anchor>
      </span>
    </Group>
  );
}
