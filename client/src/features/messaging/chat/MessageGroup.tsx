import { ActionIcon, Anchor, Group as Row, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { entryLook } from '../../deals/timeline/entry-look.ts';
import classes from './MessageGroup.module.css';
import { IconAlertCircle, IconFlag } from '../../../ui/icons/page-icons.tsx';
import { useDraft } from './Composer.tsx';
import { MessageContent } from './MessageContent.tsx';
import { MessageWarning } from './MessageWarning.tsx';
import { isSent, type MessageGroup as Group } from './group-messages.ts';
import { isEmojiOnly } from './message-text.ts';
import { clockText, dayText, fullTimeText } from '../../../ui/time/time-text.ts';
import type { Outbox } from '../live/send-queue.ts';
import type { ChatMessage } from './use-history.ts';
import { useToday } from '../../../ui/time/use-today.ts';

interface Props {
  conversation: Pick<ConversationView, 'id' | 'otherLinksAllowed'>;
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
export function MessageGroup({ conversation, group, isMine, name, ...props }: Props) {
  const { states, outbox, onReport } = props;
  const hasLinks = isMine || conversation.otherLinksAllowed;
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
              <Message message={message} who={isMine ? 'You' : name} hasLinks={hasLinks} />
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
            {message.warning && (
              <MessageWarning warning={message.warning} onReport={() => onReport(message)} />
            )}
            {message.error !== undefined && (
              <Failed message={message} conversationId={conversation.id} outbox={outbox} />
            )}
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

interface MessageProps {
  message: ChatMessage;
  who: string;
  hasLinks: boolean;
}

/** Renders text in a bubble and other entries without one. */
function Message({ message, who, hasLinks }: MessageProps) {
  const content = <MessageContent message={message} from={who} hasLinks={hasLinks} />;
  if (entryLook(message) !== 'bubble') return content;
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
      <div dir="auto">{content}</div>
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

type FailedProps = Pick<Props, 'outbox'> & { message: ChatMessage; conversationId: string };

/** Says why a message was not sent. An invalid one goes back to the composer, others can be retried. */
function Failed({ message, conversationId, outbox }: FailedProps) {
  const { clientId } = message;
  const [draft, setDraft] = useDraft(conversationId);
  const edit = () => {
    setDraft([message.content, draft].filter(Boolean).join('\n'));
    outbox.discard(clientId);
    document.querySelector<HTMLElement>('#content textarea')?.focus();
  };
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
      <Row component="span" gap={8} wrap="nowrap" align="flex-start">
        <IconAlertCircle size={15} stroke={2} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
        <span>{message.error}</span>
      </Row>
      <Row component="span" gap={8}>
        {message.isInvalid ? (
          <Anchor {...action} onClick={edit}>
            Edit
          </Anchor>
        ) : (
          <Anchor {...action} onClick={() => outbox.retry(clientId)}>
            Retry
          </Anchor>
        )}
        <Anchor {...action} onClick={() => outbox.discard(clientId)}>
          Discard
        </Anchor>
      </Row>
    </Row>
  );
}

const action = { component: 'button', type: 'button', inherit: true, fw: 600, px: 4 } as const;
