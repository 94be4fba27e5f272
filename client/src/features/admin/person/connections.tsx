import { Group, Stack, Text } from '@mantine/core';
import { mostLinked } from '@marketplace/shared/admin/constants';
import type { Person } from '@marketplace/shared/admin/person';
import { SettingsSection } from '../../../ui/settings/SettingsSection.tsx';
import { DateOnly, PersonCell, Tag, TimeAgo } from '../table-cells.tsx';
import { Entries, standings } from './person-sections.tsx';

const shareTexts = {
  mailbox: 'the same mailbox',
  browser: 'the same browser',
  network: 'the same network',
};
const listFormat = new Intl.ListFormat('en-US');

export function LinkedAccounts({ person: { linked } }: { person: Person }) {
  const isWeak = ({ shares }: Person['linked'][number]) => shares.every((one) => one === 'network');
  return (
    <SettingsSection title="Linked accounts">
      <Stack gap="md">
        <Entries
          empty="No linked accounts."
          items={linked.map((one) => (
            <li key={one.id}>
              <PersonCell name={one.displayName} email={one.email} id={one.id} />
              <Group gap="2px 12px" fz="xs" c="dimmed">
                <span>{standings[one.standing]}</span>
                {!one.isActive && <Tag kind="bad">Deactivated</Tag>}
                <span>
                  Shares {listFormat.format(one.shares.map((share) => shareTexts[share]))}
                </span>
              </Group>
            </li>
          ))}
        />
        {linked.some(isWeak) && (
          <Text size="xs" c="dimmed">
            Sharing only a network is a weak sign: households, campuses, and phone networks share
            one.
          </Text>
        )}
        {linked.length >= mostLinked && (
          <Text size="xs" c="dimmed">
            These are the {mostLinked} strongest links.
          </Text>
        )}
      </Stack>
    </SettingsSection>
  );
}

const traceLabels = {
  session: 'Signed in',
  device: 'Trusted device',
  mailbox: 'Mailbox',
  network: 'Network',
  browser: 'Browser',
};

export function Traces({ person: { traces } }: { person: Person }) {
  return (
    <SettingsSection title="Devices and networks">
      <Entries
        empty="Nothing is known."
        items={traces.map(({ kind, label, trace, firstAt, lastAt }) => (
          <li key={`${kind} ${label} ${trace} ${firstAt}`}>
            <Group justify="space-between" gap="2px 12px">
              <Text fw={600}>{label ? `${traceLabels[kind]}: ${label}` : traceLabels[kind]}</Text>
              {trace && (
                <Text c="dimmed" className="numbers" ff="monospace" size="xs">
                  {trace}
                </Text>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              <TimeAgo at={lastAt} />, first on <DateOnly at={firstAt} />
            </Text>
          </li>
        ))}
      />
    </SettingsSection>
  );
}
