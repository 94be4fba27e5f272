import { Textarea, TextInput } from '@mantine/core';
import type { RuleInput } from '@marketplace/shared/screening/schemas';

interface Props {
  rule: RuleInput;
  onChange: (part: Partial<RuleInput>) => void;
}

/** The lists that a type of rule has, one entry a line. */
const lists = {
  phrases: {
    label: 'Phrases',
    description: "One a line. Case, accents, and spacing don't matter.",
  },
  except: { label: 'Exceptions', description: 'Phrases around a match that make it harmless.' },
  allowed: { label: 'Allowed sites', description: 'One a line, such as example.com.' },
};

const numbers = {
  percent: 'Percent of the usual price',
  times: 'Listings',
  hours: 'Within hours',
};

/** The fields for what a type of rule looks for. */
export function Parameters({ rule, onChange }: Props) {
  const set = (name: string, value: string[] | number) =>
    onChange({ parameters: { ...rule.parameters, [name]: value } } as Partial<RuleInput>);
  return Object.entries(rule.parameters).map(([name, value]: [string, string[] | number]) => {
    if (typeof value === 'number') {
      return (
        <TextInput
          key={name}
          label={numbers[name as keyof typeof numbers]}
          inputMode="numeric"
          value={value || ''}
          onChange={(event) => set(name, Number(event.currentTarget.value) || 0)}
        />
      );
    }
    const { label, description } = lists[name as keyof typeof lists];
    const isPattern = rule.type === 'pattern' && name === 'phrases';
    return (
      <Textarea
        key={name}
        label={label}
        description={
          isPattern ? `${description} * stands for letters or a few words.` : description
        }
        autosize
        minRows={3}
        maxRows={12}
        defaultValue={value.join('\n')}
        onChange={(event) => {
          const lines = event.currentTarget.value.split('\n').map((line) => line.trim());
          set(name, lines.filter(Boolean));
        }}
      />
    );
  });
}
