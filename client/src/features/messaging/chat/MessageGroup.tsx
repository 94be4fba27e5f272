import { ActionIcon, Anchor, Group as Row, Stack, Text, VisuallyHidden } from '@mantine/core';
import { entryLook } from '../../deals/timeline/entry-look.ts';
import classes from './MessageGroup.module.css';
import { IconAlertCircle, IconFlag } from '../../../ui/icons/page-icons.tsx';
import { MessageContent } from './MessageContent.tsx';
import { isSent, type MessageGroup as Group } from './group-messages.ts';
import { isEmojiOnly } from './message-text.ts';
import { clockText, dayText, fullTimeText } from '../../../ui/time/time-text.ts';
import type { Outbox } from '../live/send-queue.ts';
import type { ChatMessage } from './use-history.ts';
import { useToday } from '../../../ui/time/use-today.ts';

interface Props {
  group: Group;
  isMine: boolean;
  /** The other person's name. */
  name: string;
  /** The state text under a message, such as 'Delivered', by message key. */
  states: ReadonlyMap<string, string>;
  outbox: Pick<Outbox, 'retry' | 'discard'>;
  onReport: (message: ChatMessage) => void;
}

/** Shows messages of one person in quick succession as one block of bubbles. */
export function MessageGroup({ group, isMine, name, states, outbox, onReport }: Props) {
  return (
    <>
      {group.heading && <Heading {...group.heading} />}
      <Stack
        component="ul"
        gap={2}
        mt={group.heading ? 0 : 10}
        className={`plain ${classes.group}`}
        data-mine={isMine || undefined}
      >
        {group.messages.map((message) => (
          // Focusable, so that a tap reveals the report button: a touch hover may end at any time.
          <li
            key={message.key}
            className={classes.item}
            data-look={entryLook(message)}
            tabIndex={-1}
          >
            <div className={classes.row}>
              <Message message={message} who={isMine ? 'You' : name} />
              {!isMine && hasWords(message) && (
                // Visible only while the message is hovered or focused.
                <ActionIcon
                  className={classes.report}
                  variant="subtle"
                  color="gray"
                  size={32}
                  radius="50%"
                  aria-label="Report message"
                  title="Report message"
                  onClick={() => onReport(message)}
                >
                  <IconFlag size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </div>
            {message.error !== undefined && <Failed message={message} outbox={outbox} />}
            {states.has(message.key) && (
              <span
                className={classes.state}
                data-sending={states.get(message.key) === 'Sending…' || undefined}
              >
                {states.get(message.key)}
              </span>
            )}
          </li>
        ))}
      </Stack>
    </>
  );
}

/** Renders text in a bubble and other entries without one. */
function Message({ message, who }: { message: ChatMessage; who: string }) {
  if (entryLook(message) !== 'bubble') return <MessageContent message={message} from={who} />;
  return (
    <div
      className={classes.bubble}
      title={fullTimeText(message.createdAt)}
      data-pending={message.seq === null || undefined}
      data-emoji={isEmojiOnly(message.content) || undefined}
    >
      <VisuallyHidden>
        <bdi>{who}</bdi>:{' '}
      </VisuallyHidden>
      <div dir="auto">
        <MessageContent message={message} from={who} />
      </div>
      <VisuallyHidden>, {clockText(message.createdAt)}</VisuallyHidden>
    </div>
  );
}

/** Returns true if the message contains something that a person wrote, which can be reported. */
function hasWords(message: ChatMessage): boolean {
  if (message.kind === 'offer') return entryLook(message) === 'card' && message.data.note !== null;
  return isSent(message);
}

function Heading({ at, newDay }: { at: string; newDay: boolean }) {
  const today = useToday();
  return (
    <Text className="numbers" mt={20} mb={8} c="dimmed" fz="0.75rem" ta="center">
      {newDay && <strong style={{ fontWeight: 650 }}>{dayText(at, today)} </strong>}
      <time dateTime={at}>{clockText(at)}</time>
    </Text>
  );
}

function Failed({ message, outbox }: { message: ChatMessage; outbox: Props['outbox'] }) {
  const { clientId } = message;
  return (
    <Row
      component="span"
      gap="4px 8px"
      justify="flex-end"
      mt={4}
      mx={4}
      mb={2}
      c="var(--mantine-color-error)"
      fz="xs"
      role="alert"
    >
      <IconAlertCircle size={15} stroke={2} style={{ flex: 'none' }} aria-hidden />
      <span>{message.error}</span>
      <Row component="span" gap={8}>
        <Anchor {...action} onClick={() => outbox.retry(clientId)}>
          Retry
        </Anchor>
        <Anchor {...action} onClick={() => outbox.discard(clientId)}>
          Discard
        </Anchor>
      </Row>
    </Row>
  );
}

const action = { component: 'button', type: 'button', inherit: true, fw: 600, px: 4 } as const;
