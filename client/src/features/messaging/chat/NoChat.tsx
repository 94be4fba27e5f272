import { Button, Center, Group, Stack, Text } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { paths } from '../../../config/paths.ts';
import { IconMessageCircle } from '../../../ui/icons/icons.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import classes from './NoChat.module.css';

const hints = [
  { keys: ['↑', '↓'], text: 'Move between conversations' },
  { keys: ['Enter'], text: 'Send a message' },
  { keys: ['Shift', 'Enter'], text: 'New line' },
];

/** Shown while no conversation is selected: a next step, and the keyboard shortcuts. */
export function NoChat({ inbox }: { inbox: ConversationView[] | undefined }) {
  return (
    <Center flex={1} mih={0} px={24} style={{ flexDirection: 'column' }}>
      <Center
        component="span"
        w={64}
        h={64}
        bdrs="50%"
        bg="var(--selected)"
        c="var(--mantine-color-anchor)"
      >
        <IconMessageCircle size={30} stroke={1.5} aria-hidden />
      </Center>
      <Text c="dimmed" mt={16} ta="center">
        Select a conversation to start messaging
      </Text>
      {inbox && inbox.length > 0 && (
        <>
          <NextStep inbox={inbox} />
          <Stack
            component="ul"
            gap={8}
            mt={40}
            c="dimmed"
            fz="xs"
            className={`plain ${classes.hints}`}
            aria-label="Keyboard shortcuts"
          >
            {hints.map(({ keys, text }) => (
              <Group key={text} component="li" gap={12} wrap="nowrap">
                <Group
                  component="span"
                  gap={4}
                  justify="flex-end"
                  wrap="nowrap"
                  w={104}
                  flex="none"
                >
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </Group>
                {text}
              </Group>
            ))}
          </Stack>
        </>
      )}
    </Center>
  );
}

/** Links to the newest unread conversation, or to the listings if there is none. */
function NextStep({ inbox }: { inbox: ConversationView[] }) {
  const unread = inbox.find((conversation) => conversation.unread > 0);
  if (!unread) {
    return (
      <Button component={PageLink} to={paths.listings()} variant="default" mt={16}>
        Browse Marketplace
      </Button>
    );
  }
  const name = unread.otherParticipants[0]?.displayName ?? 'User';
  return (
    <Button component={PageLink} to={paths.conversation(unread.id)} mt={16} maw="100%">
      {unread.unread === 1 ? 'Read the new message' : `Read ${unread.unread} new messages`} from{' '}
      <bdi>{name}</bdi>
    </Button>
  );
}
