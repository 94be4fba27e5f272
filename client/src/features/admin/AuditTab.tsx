import type { AuditEntry } from '@marketplace/shared/admin/schemas';
import { trpc } from '../../api/trpc.ts';
import { AdminTable, type Column } from './AdminTable.tsx';
import { actionText, detailsText, targetText } from './audit-words.ts';
import { ListingLink, Moment, None, Person } from './Cells.tsx';
import { ListToolbar, useListQuery } from './ListToolbar.tsx';
import { useLiveList } from './use-live-list.ts';
import classes from './Tabs.module.css';

const filters = [
  { value: 'all', label: 'All actions' },
  { value: 'user', label: 'Users' },
  { value: 'listing', label: 'Listings' },
  { value: 'report', label: 'Reports' },
  { value: 'conversation', label: 'Conversations read' },
  { value: 'messages', label: 'Messages read' },
  { value: 'payment', label: 'Payment problems' },
  { value: 'admin', label: 'Admin access' },
] as const;

/** Who of the admins did or read what, when and why; newest first. */
export function AuditTab() {
  const { client } = trpc.useUtils();
  const state = useListQuery<(typeof filters)[number]['value']>('all');
  const action = state.filter === 'all' ? undefined : state.filter;
  const list = useLiveList<AuditEntry>({
    name: 'audit',
    query: { action },
    fetchPage: (cursor) => client.admin.auditLog.query({ action, cursor }),
    changedBy: ['resumed', 'userChanged', 'listingFlagged', 'listingChanged', 'report'],
  });
  return (
    <>
      <ListToolbar state={state} filterLabel="Show" filters={filters} />
      <AdminTable
        label="Audit log"
        list={list}
        columns={columns}
        emptyText={action ? 'Nothing of this kind.' : 'Nothing yet.'}
        onShowAll={action && state.showAll}
      />
    </>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    title: 'When',
    width: 17,
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    title: 'Who',
    width: 20,
    render: ({ actor }) =>
      actor ? (
        <Person name={actor.displayName} email={actor.email} />
      ) : (
        <None>The account is gone</None>
      ),
  },
  {
    title: 'What',
    width: 33,
    onPhone: 'wide',
    render: (entry) => (
      <>
        <span className={classes.target}>{actionText(entry.action)}</span>
        <Target entry={entry} />
        {entry.details && <div className={classes.reason}>{detailsText(entry.details)}</div>}
      </>
    ),
  },
  {
    title: 'Why',
    width: 30,
    onPhone: 'wide',
    render: ({ reason }) => reason ?? <None>No reason given</None>,
  },
];

function Target({ entry }: { entry: AuditEntry }) {
  const { targetType, targetId, targetName } = entry;
  if (targetType === 'listing' && targetId && targetName) {
    return <ListingLink id={targetId} title={targetName} />;
  }
  return targetText(entry);
}
