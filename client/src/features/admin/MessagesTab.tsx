import { useState } from 'react';
import type { AdminMessage } from '@marketplace/shared/admin/views';
import { trpc } from '../../api/trpc.ts';
import { AdminTable, type Column } from './AdminTable.tsx';
import { Ago, ListingLink, Person, RowButton } from './Cells.tsx';
import { ListToolbar, useListQuery } from './ListToolbar.tsx';
import { MessageDetails } from './MessageDetails.tsx';
import { shownText } from './shown-text.ts';
import { Tag } from './Tag.tsx';
import { useLiveList } from './use-live-list.ts';
import { useTotals } from './use-stats.ts';
import classes from './Tabs.module.css';

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
