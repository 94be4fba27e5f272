import { Text } from '@mantine/core';
import type { AdminMessage } from '@marketplace/shared/admin/schemas';
import { isolated } from '@marketplace/shared/direction';
import { Dialog } from '../../ui/Dialog.tsx';
import { fullTimeText } from '../../ui/time/time-text.ts';
import type { OpenedDialog } from './ActionDialog.tsx';
import type { AdminList } from './AdminTable.tsx';
import { TimeAgo, ListingLink, PersonCell, RowButton, Tag, QuotedText } from './table-cells.tsx';
import classes from './AdminTable.module.css';

/** All messages, newest first. The audit log records that an admin has seen them. */
export const messagesTab: AdminList<AdminMessage, 'unread' | 'read'> = {
  label: 'Messages',
  noun: 'message',
  searchLabel: 'Search people',
  filters: { all: 'All messages', unread: 'Unread', read: 'Read' },
  noMatchText: 'No matching messages.',
  emptyText: 'Messages show up here as people send them.',
  fetchPage: (client, query) => client.admin.messages.query(query),
  changedBy: ['resumed', 'messageSent'],
  columns: [
    {
      title: 'Message',
      width: 26,
      onPhone: 'wide',
      render: ({ kind, content }, { open }) => (
        <RowButton onClick={open}>
          <Text span inherit dir="auto" lineClamp={2} c={kind === 'text' ? undefined : 'dimmed'}>
            {content}
          </Text>
        </RowButton>
      ),
    },
    {
      title: 'From',
      width: 18,
      render: ({ senderId, senderName, senderEmail }) => (
        <PersonCell id={senderId} name={senderName} email={senderEmail} />
      ),
    },
    {
      title: 'To',
      width: 18,
      render: (message) => (
        <PersonCell
          id={message.receiverId}
          name={message.receiverName}
          email={message.receiverEmail}
        />
      ),
    },
    {
      title: 'Listing',
      width: 16,
      onPhone: 'hidden',
      isExtra: true,
      render: ({ listingId, listingTitle }) => <ListingLink id={listingId} title={listingTitle} />,
    },
    { title: 'Date', width: 11, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    {
      title: 'Status',
      width: 11,
      render: ({ isRead }) => (isRead ? 'Read' : <Tag kind="warm">Unread</Tag>),
    },
  ],
  Details: MessageDetails,
};

function MessageDetails({ item: message, ...dialog }: OpenedDialog & { item: AdminMessage }) {
  return (
    <Dialog title="Message Details" size="lg" {...dialog}>
      <dl className={classes.details}>
        <dt>From</dt>
        <dd>{personText(message.senderName, message.senderEmail)}</dd>
        <dt>To</dt>
        <dd>{personText(message.receiverName, message.receiverEmail)}</dd>
        <dt>Date</dt>
        <dd>
          <time dateTime={message.createdAt}>{fullTimeText(message.createdAt)}</time>
        </dd>
        <dt>Status</dt>
        <dd>{message.isRead ? 'Read' : 'Unread'}</dd>
        <dt>Related Listing</dt>
        <dd>
          <ListingLink id={message.listingId} title={message.listingTitle} />
        </dd>
        <dt style={{ gridColumn: '1 / -1' }}>Message Content</dt>
        <dd style={{ gridColumn: '1 / -1', marginTop: -8 }}>
          <QuotedText>{message.content}</QuotedText>
        </dd>
      </dl>
    </Dialog>
  );
}

/** Returns 'Jane (jane@example.com)', or only the name if the account was deleted. */
function personText(name: string, email: string): string {
  return email ? `${isolated(name)} (${email})` : isolated(name);
}
