import { NativeSelect } from '@mantine/core';
import { guidelineName, guidelines } from '@marketplace/shared/moderation/guidelines';

interface Props {
  value: number | null;
  onChange: (guideline: number | null) => void;
}

const data = [
  { value: '', label: 'No particular rule' },
  ...guidelines.map((_, at) => ({ value: String(at + 1), label: guidelineName(at + 1) })),
];

/** Chooses the community rule that something broke. */
export function RuleSelect({ value, onChange }: Props) {
  return (
    <NativeSelect
      label="Community rule"
      description="They'll see it with the reason."
      data={data}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
    />
  );
}
