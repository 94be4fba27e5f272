import { useState } from 'react';
import type { AdminMessage } from '@marketplace/shared/admin/schemas';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { fullTimeText } from '../../ui/time-text.ts';
import { AdminTable, type Column } from './AdminTable.tsx';
import { Ago, ListingLink, Person, RowButton } from './Cells.tsx';
import { ListToolbar, useListQuery } from './ListToolbar.tsx';
import classes from './Tabs.module.css';
import { Tag } from './Tag.tsx';
import { shownText } from './shown-text.ts';
import { useLiveList } from './use-live-list.ts';
import { useTotals } from './use-stats.ts';

const filters = [
  { value: 'all', label: 'All messages' },
  { value: 'unread', label: 'Unread' },
  { value: 'read', label: 'Read' },
] as const;

/** All messages, newest first. That somebody looks at them is in the audit log. */
export function MessagesTab() {
  const { client } = trpc.useUtils();
  const state = useListQuery<(typeof filters)[number]['value']>('all');
  const totals = useTotals();
  const list = useLiveList<AdminMessage>({
    name: 'messages',
    query: state.query,
    fetchPage: (cursor) => client.admin.messages.query({ ...state.query, cursor }),
    changedBy: ['resumed', 'messageSent'],
  });
  const [chosen, setChosen] = useState<AdminMessage | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (message: AdminMessage) => {
    setChosen(message);
    setOpened(true);
  };
  const note =
    list.items &&
    !list.isPlaceholderData &&
    shownText(list.items.length, {
      total: state.isNarrowed ? undefined : totals?.messages,
      more: list.hasNextPage,
      noun: 'message',
    });
  return (
    <>
      <ListToolbar
        state={state}
        searchLabel="Search people"
        filterLabel="Show"
        filters={filters}
        note={note}
      />
      <AdminTable
        label="Messages"
        list={list}
        columns={columnsFor(open)}
        emptyText={state.isNarrowed ? 'No message matches.' : 'No messages yet.'}
        onShowAll={state.isNarrowed ? state.showAll : undefined}
      />
      {chosen && (
        <MessageDetails message={chosen} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
}

function columnsFor(open: (message: AdminMessage) => void): Column<AdminMessage>[] {
  return [
    {
      title: 'Message',
      width: 26,
      onPhone: 'wide',
      render: (message) => (
        <RowButton onClick={() => open(message)}>
          <span className={classes.excerpt}>{message.content}</span>
        </RowButton>
      ),
    },
    {
      title: 'From',
      width: 18,
      render: ({ senderName, senderEmail }) => <Person name={senderName} email={senderEmail} />,
    },
    {
      title: 'To',
      width: 18,
      render: (message) => <Person name={message.receiverName} email={message.receiverEmail} />,
    },
    {
      title: 'Listing',
      width: 16,
      onPhone: 'hidden',
      isExtra: true,
      render: ({ listingId, listingTitle }) => <ListingLink id={listingId} title={listingTitle} />,
    },
    { title: 'Date', width: 11, render: ({ createdAt }) => <Ago at={createdAt} /> },
    { title: 'Status', width: 11, render: ({ isRead }) => <ReadState isRead={isRead} /> },
  ];
}

function ReadState({ isRead }: { isRead: boolean }) {
  return isRead ? 'Read' : <Tag kind="warm">Unread</Tag>;
}

interface Props {
  message: AdminMessage;
  opened: boolean;
  onClose: () => void;
}

/** One message with all that is known of it. */
function MessageDetails({ message, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Message Details" size="lg">
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
          <div className={classes.content}>{message.content}</div>
        </dd>
      </dl>
    </Dialog>
  );
}

/** Of somebody who deleted the account there is no address left. */
function personText(name: string, email: string): string {
  return email ? `${name} (${email})` : name;
}
