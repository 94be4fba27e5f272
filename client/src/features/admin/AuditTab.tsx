import { Anchor, Text } from '@mantine/core';
import type { AuditEntry } from '@marketplace/shared/admin/schemas';
import { isolated } from '@marketplace/shared/direction';
import { PageLink } from '../../ui/PageLink.tsx';
import type { AdminList } from './AdminTable.tsx';
import { ListingLink, DateAndTime, Muted, PersonCell, personPath } from './table-cells.tsx';

const filters = {
  all: 'All actions',
  user: 'Users',
  listing: 'Listings',
  report: 'Reports',
  conversation: 'Conversations read',
  messages: 'Messages read',
  payment: 'Payment problems',
  spot: 'Meetup spots',
  rule: 'Rules',
  template: 'Templates',
  admin: 'Admin access',
};

/** The audit log: what each admin did or read, when, and why, newest first. */
export const auditTab: AdminList<AuditEntry, Exclude<keyof typeof filters, 'all'>> = {
  label: 'Audit log',
  filters,
  noMatchText: 'No matching entries.',
  emptyText: 'What admins do and read shows up here.',
  fetchPage: (client, { filter, cursor }) =>
    client.admin.auditLog.query({ action: filter === 'all' ? undefined : filter, cursor }),
  changedBy: ['resumed', 'userChanged', 'listingFlagged', 'listingChanged', 'report'],
  columns: [
    { title: 'When', width: 17, render: ({ createdAt }) => <DateAndTime at={createdAt} /> },
    {
      title: 'Who',
      width: 20,
      render: ({ actor }) =>
        actor ? (
          <PersonCell id={actor.id} name={actor.displayName} email={actor.email} />
        ) : (
          <Muted>Account deleted</Muted>
        ),
    },
    {
      title: 'What',
      width: 33,
      onPhone: 'wide',
      render: (entry) => (
        <>
          <Text inherit fw={600}>
            {actionLabel(entry.action)}
          </Text>
          <Target entry={entry} />
          {entry.details && (
            <Text inherit c="dimmed" mt={4}>
              {detailsText(entry.details)}
            </Text>
          )}
        </>
      ),
    },
    {
      title: 'Why',
      width: 30,
      onPhone: 'wide',
      render: ({ reason }) => reason ?? <Muted>No reason given</Muted>,
    },
  ],
};

/** Shows the target's current name, linked for a listing, or else the start of its id. */
function Target({ entry: { targetType, targetId, targetName } }: { entry: AuditEntry }) {
  if (!targetId) return targetName;
  if (!targetName) return `${targetType} ${targetId.slice(0, 8)}`;
  if (targetType === 'listing') return <ListingLink id={targetId} title={targetName} />;
  if (targetType !== 'user') return targetName;
  return (
    <Anchor component={PageLink} to={personPath(targetId)} inherit>
      <bdi>{targetName}</bdi>
    </Anchor>
  );
}

export function actionLabel(action: string): string {
  return actions[action] ?? action;
}

const actions: Record<string, string> = {
  'user.makeAdmin': 'Made an admin',
  'user.adjustStanding': 'Adjusted the standing of a user',
  'user.deactivate': 'Deactivated a user',
  'user.reactivate': 'Reactivated a user',
  'user.suspend': 'Suspended a user',
  'user.endSuspension': 'Ended a suspension',
  'user.update': 'Changed a user',
  'listing.flag': 'Flagged a listing',
  'listing.restore': 'Restored a listing',
  'listing.remove': 'Deleted a listing',
  'messages.read': 'Read messages',
  'conversation.read': 'Read a conversation',
  'report.claim': 'Claimed a report',
  'report.release': 'Released a report',
  'report.dismiss': 'Dismissed a report',
  'report.flag': 'Decided a report: flag',
  'report.delete': 'Decided a report: delete',
  'report.warn': 'Decided a report: warn',
  'report.deactivate': 'Decided a report: deactivate',
  'report.publish': 'Released a held review',
  'report.undo': 'Undid a decision',
  'appeal.upheld': 'Kept a decision after an appeal',
  'appeal.reversed': 'Reversed a decision after an appeal',
  'spot.add': 'Added a meetup spot',
  'spot.remove': 'Removed a meetup spot',
  'rule.add': 'Added a rule',
  'rule.change': 'Changed a rule',
  'template.save': 'Saved a template',
  'template.remove': 'Removed a template',
  'payment.mismatch': "PayPal order doesn't match",
  'admin.initialize': 'Became the first admin',
  'admin.forceInitialize': 'Got admin access',
};

const details: Record<string, string> = {
  membershipTier: 'Membership tier',
  canUsePaypal: 'PayPal',
  search: 'Searched for',
  filter: 'Filter',
  decision: 'Decision',
  kind: 'Decision',
  days: 'Days',
  guideline: 'Guideline',
  name: 'Name',
  town: 'Town',
  rule: 'Rule',
  paypalOrder: 'PayPal order',
  expected: 'Expected',
  found: 'PayPal has',
  captured: 'Payment captured',
  targetType: 'Target',
  targetId: 'Target ID',
};

/** Returns 'Membership tier: premium, PayPal: on'. */
function detailsText(of: NonNullable<AuditEntry['details']>): string {
  const textOf = (value: unknown) => {
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    return isolated(typeof value === 'string' ? value : JSON.stringify(value));
  };
  return Object.entries(of)
    .map(([name, value]) => `${details[name] ?? name}: ${textOf(value)}`)
    .join(', ');
}
