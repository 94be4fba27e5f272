import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Person } from '@marketplace/shared/admin/person';
import { guidelineName } from '@marketplace/shared/moderation/guidelines';
import { formatPrice } from '@marketplace/shared/money';
import { paths } from '../../../config/paths.ts';
import { SettingsSection } from '../../../ui/settings/SettingsSection.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { actionLabel } from '../AuditTab.tsx';
import { decisionWords, kindLabels } from '../reports/case-texts.ts';
import { DateAndTime, DateOnly, ListingLink, Tag, TimeAgo } from '../table-cells.tsx';

export const standings = ['New', 'Member', 'Regular', 'Trusted neighbor'];

/** Returns how an admin has adjusted the standing, for example 'Lowered by 1 level'. */
export function adjustmentText(by: number): string {
  if (by === 0) return 'As earned';
  const levels = Math.abs(by);
  return `${by > 0 ? 'Raised' : 'Lowered'} by ${levels} ${levels === 1 ? 'level' : 'levels'}`;
}

/** Facts in columns. Up to four are in one row. */
function Facts({ items }: { items: [label: string, value: ReactNode][] }) {
  return (
    <SimpleGrid
      component="dl"
      cols={items.length > 4 ? { base: 2, sm: 3 } : items.length}
      spacing="md"
      verticalSpacing="sm"
      m={0}
    >
      {items.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={600} className="numbers">
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

/** Entries below each other, or a sentence if there are none. */
export function Entries({ items, empty }: { items: ReactNode[]; empty: string }) {
  if (items.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <Stack component="ul" gap="sm" className="plain">
      {items}
    </Stack>
  );
}

export function Byline({ who, at }: { who: string; at: string }) {
  return (
    <Text size="xs" c="dimmed">
      <bdi>{who}</bdi>, <DateAndTime at={at} />
    </Text>
  );
}

function Reason({ children }: { children: string | null }) {
  return (
    <Text dir="auto" ta="left" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

export function Account({ person: { user, conversations, warnings } }: { person: Person }) {
  const { opened, answered, blockedBy } = conversations;
  return (
    <SettingsSection title="Account">
      <Stack gap="md">
        <Facts
          items={[
            ['Joined', <DateOnly key="joined" at={user.createdAt} />],
            ['Last seen', user.lastSeenAt ? <TimeAgo key="seen" at={user.lastSeenAt} /> : 'Never'],
            ['Username', user.username],
            ['Standing', standings[user.standing]],
            [
              'Rating',
              user.sellerReviewCount ? `${user.sellerRating} (${user.sellerReviewCount})` : 'None',
            ],
            ['Warnings', warnings],
            ['Conversations opened', opened],
            ['Answered', answered],
            ['Blocked by', blockedBy],
          ]}
        />
        {user.suspension && (
          <div>
            <Text size="xs" c="dimmed">
              Reason for the suspension
            </Text>
            <Reason>{user.suspension.reason}</Reason>
          </div>
        )}
        {user.standingAdjustment !== 0 && (
          <div>
            <Text size="xs" c="dimmed">
              Standing {adjustmentText(user.standingAdjustment).toLowerCase()}
            </Text>
            <Reason>{user.standingReason}</Reason>
          </div>
        )}
        <Group gap="md" fz="sm">
          {user.isActive && (
            <Anchor component={PageLink} to={paths.user(user.id)} inherit>
              Public profile
            </Anchor>
          )}
          <Anchor component={PageLink} to={`${paths.admin}?tab=conversations`} inherit>
            Read a conversation
          </Anchor>
        </Group>
      </Stack>
    </SettingsSection>
  );
}

const stateTags = {
  active: ['good', 'Active'],
  sold: ['plain', 'Sold'],
  ended: ['plain', 'Ended'],
  hidden: ['bad', 'Hidden'],
} as const;

export function Listings({ person: { listings } }: { person: Person }) {
  const { counts, newest } = listings;
  return (
    <SettingsSection title="Listings">
      <Stack gap="md">
        <Facts
          items={[
            ['Active', counts.active],
            ['Sold', counts.sold],
            ['Ended', counts.ended],
            ['Hidden', counts.hidden],
          ]}
        />
        <Entries
          empty="No listings."
          items={newest.map(({ id, title, price, state, createdAt }) => (
            <li key={id}>
              <Text fw={600}>
                <ListingLink id={id} title={title} />
              </Text>
              <Group gap="2px 12px" fz="xs" c="dimmed">
                <span className="numbers">{formatPrice(price)}</span>
                <Tag kind={stateTags[state][0]}>{stateTags[state][1]}</Tag>
                <DateOnly at={createdAt} />
              </Group>
            </li>
          ))}
        />
      </Stack>
    </SettingsSection>
  );
}

export function Reports({ title, reports }: { title: string; reports: Person['reportsBy'] }) {
  return (
    <SettingsSection title={title}>
      <Stack gap="md">
        <Facts
          items={[
            ['Open', reports.open],
            ['Upheld', reports.upheld],
            ['Dismissed', reports.dismissed],
          ]}
        />
        <Entries
          empty="No reports."
          items={reports.newest.map(({ id, targetType, decision, lastReportAt }) => (
            <li key={id}>
              <Group justify="space-between" gap="2px 12px">
                <Text fw={600}>{kindLabels[targetType]}</Text>
                {decision ? (
                  <Text c="dimmed">Decided: {decisionWords[decision].done}</Text>
                ) : (
                  <Anchor component={PageLink} to={`${paths.admin}?tab=reports`} inherit>
                    Open
                  </Anchor>
                )}
              </Group>
              <Text size="xs" c="dimmed">
                <DateAndTime at={lastReportAt} />
              </Text>
            </li>
          ))}
        />
      </Stack>
    </SettingsSection>
  );
}

const decisionLabels: Record<string, string> = {
  held: 'Held for a moderator',
  hidden: 'Hidden',
  flagged: 'Taken down',
  deleted: 'Removed',
  warned: 'Warned',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
};

export function Decisions({ person: { decisions } }: { person: Person }) {
  return (
    <SettingsSection title="Decisions">
      <Entries
        empty="No decisions."
        items={decisions.map(({ id, kind, targetType, guideline, reason, reversedAt, ...one }) => (
          <li key={id}>
            <Text fw={600}>
              {decisionLabels[kind] ?? kind}
              {targetType !== 'user' && ` (${targetType})`}
              {reversedAt && ', reversed'}
            </Text>
            {guideline !== null && <Text c="dimmed">{guidelineName(guideline)}</Text>}
            <Reason>{reason}</Reason>
            <Byline who={one.decidedBy?.displayName ?? 'Automatic'} at={one.createdAt} />
          </li>
        ))}
      />
    </SettingsSection>
  );
}

export function AuditEntries({ person: { audit } }: { person: Person }) {
  return (
    <SettingsSection title="Audit log">
      <Entries
        empty="No entries."
        items={audit.map(({ id, action, reason, actor, createdAt }) => (
          <li key={id}>
            <Text fw={600}>{actionLabel(action)}</Text>
            <Reason>{reason}</Reason>
            <Byline who={actor?.displayName ?? 'Account deleted'} at={createdAt} />
          </li>
        ))}
      />
    </SettingsSection>
  );
}
