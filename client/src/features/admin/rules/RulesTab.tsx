import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import type { RuleView } from '@marketplace/shared/screening/schemas';
import { trpc } from '../../../api/trpc.ts';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
} from '../../../ui/settings/SettingsSection.tsx';
import { RuleForm } from './RuleForm.tsx';
import { actionLabels, agreedText, kindLabels, standingLabels } from './rule-texts.ts';

/** The rules that listings, messages, names and reviews are screened by. */
export function RulesTab() {
  const rules = trpc.admin.rules.useQuery();
  const [edited, setEdited] = useState<RuleView | 'new' | null>(null);
  if (edited) {
    return (
      <SettingsSection title={edited === 'new' ? 'New rule' : 'Edit rule'}>
        <RuleForm edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection
      title="Rules"
      text="Every listing, message, name, and review is compared with these before it's published."
    >
      <Group justify="flex-end">
        <Button size="xs" onClick={() => setEdited('new')}>
          Add rule
        </Button>
      </Group>
      <Loaded query={rules} height={400}>
        {({ items }) => (
          <SettingsList label="Rules">
            {items.map((item) => (
              <RuleRow key={item.id} item={item} onEdit={() => setEdited(item)} />
            ))}
          </SettingsList>
        )}
      </Loaded>
    </SettingsSection>
  );
}

function RuleRow({ item, onEdit }: { item: RuleView; onEdit: () => void }) {
  const { rule, met } = item;
  const agreed = agreedText(item);
  const facts = [
    rule.enabled ? actionLabels[rule.action] : 'Off',
    rule.kinds.map((kind) => kindLabels[kind]).join(', '),
    standingLabels[rule.maxStanding],
    `Met ${met.toLocaleString('en-US')} times in 30 days`,
    agreed && `Moderators agreed ${agreed}`,
  ];
  return (
    <SettingsRow
      title={
        <Text dir="auto" ta="left" c={rule.enabled ? undefined : 'dimmed'}>
          {rule.name}
        </Text>
      }
      text={facts.filter(Boolean).join(' · ')}
    >
      <Button
        variant="default"
        size="xs"
        aria-label={`Edit ${isolated(rule.name)}`}
        onClick={onEdit}
      >
        Edit
      </Button>
    </SettingsRow>
  );
}
