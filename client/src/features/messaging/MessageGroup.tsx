import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { MessageGroup as Group } from './group-messages.ts';
import classes from './MessageGroup.module.css';
import { clockText, dayText, fullTimeText } from './message-time.ts';
import { MessageText } from './MessageText.tsx';
import type { ChatMessage } from './use-history.ts';
import type { useSend } from './use-send.ts';
import { useToday } from './use-today.ts';

interface Props {
  group: Group<ChatMessage>;
  isMine: boolean;
  /** Of the other person. */
  name: string;
  /** Key of the message that 'Sent' or 'Read' stands under. */
  stateAfter: string | undefined;
  isRead: boolean;
  sending: ReturnType<typeof useSend>;
}

/** Messages of one person in quick succession, as one block of bubbles. */
export function MessageGroup({ group, isMine, name, stateAfter, isRead, sending }: Props) {
  return (
    <>
      {group.heading && <Heading {...group.heading} />}
      <ul className={classes.group} data-mine={isMine || undefined}>
        {group.messages.map((message) => (
          <li key={message.key} className={classes.item}>
            <div
              className={classes.bubble}
              title={fullTimeText(message.createdAt)}
              data-pending={message.seq === null || undefined}
            >
              <VisuallyHidden>{isMine ? 'You' : name}: </VisuallyHidden>
              <MessageText content={message.content} />
              <VisuallyHidden>, {clockText(message.createdAt)}</VisuallyHidden>
            </div>
            {message.error !== undefined && <Failed message={message} sending={sending} />}
            {message.key === stateAfter && (
              <span className={classes.state}>{isRead ? 'Read' : 'Sent'}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Heading({ at, newDay }: { at: string; newDay: boolean }) {
  const today = useToday();
  return (
    <p className={classes.heading}>
      {newDay && <strong>{dayText(at, today)} </strong>}
      <time dateTime={at}>{clockText(at)}</time>
    </p>
  );
}

function Failed({ message, sending }: { message: ChatMessage; sending: Props['sending'] }) {
  const clientId = message.key.split(' ').at(-1) ?? '';
  return (
    <span className={classes.failed} role="alert">
      <IconAlertCircle size={15} stroke={2} aria-hidden />
      <span>{message.error}</span>
      <UnstyledButton
        className={classes.action}
        disabled={sending.isPending}
        onClick={() => sending.retry(clientId)}
      >
        Retry
      </UnstyledButton>
      <UnstyledButton className={classes.action} onClick={() => sending.discard(clientId)}>
        Discard
      </UnstyledButton>
    </span>
  );
}
