import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import {
  ruleActions,
  ruleTopics,
  type RuleType,
  ruleTypes,
  screenedKinds,
} from '@marketplace/shared/screening/constants';
import type { RuleInput, RuleView } from '@marketplace/shared/screening/schemas';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import { toastRefusal } from '../ActionDialog.tsx';
import { Parameters } from './Parameters.tsx';
import { RulePreview } from './RulePreview.tsx';
import {
  actionLabels,
  emptyRule,
  firstParameters,
  kindLabels,
  standingLabels,
  topicLabels,
} from './rule-texts.ts';

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));
const typeOptions = Object.entries(ruleTypes).map(([value, { label }]) => ({ value, label }));

/** Edits a rule, or adds one. */
export function RuleForm({
  edited,
  onClose,
}: {
  edited: RuleView | undefined;
  onClose: () => void;
}) {
  const [rule, setRule] = useState<RuleInput>(edited?.rule ?? emptyRule);
  const [previewed, setPreviewed] = useState<RuleInput | null>(null);
  const { rules } = trpc.useUtils().admin;
  const save = trpc.admin.saveRule.useMutation({
    onSuccess(saved) {
      rules.setData(undefined, saved);
      toast({ title: `${isolated(rule.name)} was saved.`, kind: 'success' });
      onClose();
    },
    onError: (error) => toastRefusal(error, "We couldn't save this rule."),
  });
  const change = (part: Partial<RuleInput>) => setRule({ ...rule, ...part } as RuleInput);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ rule, id: edited?.id, version: edited?.version });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Its author reads this when something is held."
          maxLength={100}
          value={rule.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Choices rule={rule} onChange={change} />
        <Parameters rule={rule} onChange={change} />
        <TextInput
          label="Advice"
          description="What the author should change. They read this."
          maxLength={300}
          value={rule.advice}
          onChange={(event) => change({ advice: event.currentTarget.value })}
        />
        <TextInput
          label="Community rule"
          description="Optional. Its number in the Community Guidelines."
          inputMode="numeric"
          value={rule.guideline ?? ''}
          onChange={(event) => change({ guideline: Number(event.currentTarget.value) || null })}
        />
        <Switch
          label="On"
          checked={rule.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {previewed && <RulePreview rule={previewed} />}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => setPreviewed(rule)}>
            Preview
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface ChoicesProps {
  rule: RuleInput;
  onChange: (part: Partial<RuleInput>) => void;
}

function Choices({ rule, onChange }: ChoicesProps) {
  return (
    <>
      <Checkbox.Group
        label="Applies to"
        value={rule.kinds}
        onChange={(kinds) =>
          onChange({ kinds: screenedKinds.filter((kind) => kinds.includes(kind)) })
        }
      >
        <Group mt={8}>
          {screenedKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindLabels[kind]} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Looks for"
          data={typeOptions}
          value={rule.type}
          onChange={(event) => {
            const type = event.currentTarget.value as RuleType;
            onChange({ type, parameters: firstParameters[type] } as Partial<RuleInput>);
          }}
        />
        <NativeSelect
          label="Action"
          data={optionsOf(ruleActions, actionLabels)}
          value={rule.action}
          onChange={(event) =>
            onChange({ action: event.currentTarget.value as RuleInput['action'] })
          }
        />
        <NativeSelect
          label="Whose content"
          data={standingLabels.map((label, value) => ({ label, value: String(value) }))}
          value={String(rule.maxStanding)}
          onChange={(event) => onChange({ maxStanding: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Warning"
          data={optionsOf(ruleTopics, topicLabels)}
          value={rule.topic}
          onChange={(event) => onChange({ topic: event.currentTarget.value as RuleInput['topic'] })}
        />
      </SimpleGrid>
    </>
  );
}
