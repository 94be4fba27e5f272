import { useState } from 'react';
import type { AdminConversation } from '@marketplace/shared/admin/schemas';
import { trpc } from '../../api/trpc.ts';
import { AdminTable, type Column } from './AdminTable.tsx';
import { Ago, Person, RowButton } from './Cells.tsx';
import { ListToolbar, useListQuery } from './ListToolbar.tsx';
import { ReadConversation } from './ReadConversation.tsx';
import { shownText } from './shown-text.ts';
import { useLiveList } from './use-live-list.ts';
import { useTotals } from './use-stats.ts';
import classes from './Tabs.module.css';

/** All conversations, the latest first. What was said in one is shown to whoever says why they read it. */
export function ConversationsTab() {
  const { client } = trpc.useUtils();
  const state = useListQuery('all');
  const { search } = state.query;
  const totals = useTotals();
  const list = useLiveList<AdminConversation>({
    name: 'conversations',
    query: { search },
    fetchPage: (cursor) => client.admin.conversations.query({ search, cursor }),
    changedBy: ['resumed', 'messageSent'],
  });
  const [chosen, setChosen] = useState<AdminConversation | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (conversation: AdminConversation) => {
    setChosen(conversation);
    setOpened(true);
  };
  const note =
    list.items &&
    !list.isPlaceholderData &&
    shownText(list.items.length, {
      total: state.isNarrowed ? undefined : totals?.conversations,
      more: list.hasNextPage,
      noun: 'conversation',
    });
  return (
    <>
      <ListToolbar state={state} searchLabel="Search people" note={note} />
      <AdminTable
        label="Conversations"
        list={list}
        columns={columnsFor(open)}
        emptyText={state.isNarrowed ? 'No conversation matches.' : 'No conversations yet.'}
        onShowAll={state.isNarrowed ? state.showAll : undefined}
      />
      {chosen && (
        <ReadConversation
          key={chosen.id}
          conversation={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

function columnsFor(open: (conversation: AdminConversation) => void): Column<AdminConversation>[] {
  return [
    {
      title: 'Listing',
      width: 30,
      onPhone: 'wide',
      render: (conversation) => (
        <RowButton onClick={() => open(conversation)}>
          <span className={classes.title}>{conversation.listingTitle}</span>
        </RowButton>
      ),
    },
    {
      title: 'Participants',
      width: 42,
      onPhone: 'wide',
      render: ({ participants }) => (
        <div className={classes.people}>
          {participants.map(({ id, displayName, email }) => (
            <Person key={id} name={displayName} email={email} />
          ))}
        </div>
      ),
    },
    {
      title: 'Messages',
      width: 12,
      render: ({ messageCount }) => (
        <span className="numbers">{messageCount.toLocaleString('en-US')}</span>
      ),
    },
    { title: 'Last message', width: 16, render: ({ lastMessageAt }) => <Ago at={lastMessageAt} /> },
  ];
}
