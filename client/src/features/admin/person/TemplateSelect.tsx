import { NativeSelect } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';

/** Fills in a reason from a template. Renders nothing while there are no templates. */
export function TemplateSelect({ onPick }: { onPick: (text: string) => void }) {
  const items = trpc.admin.templates.useQuery().data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <NativeSelect
      label="Template"
      data={[
        { value: '', label: 'Choose a template' },
        ...items.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const picked = items.find(({ id }) => id === value);
        if (picked) onPick(picked.text);
      }}
    />
  );
}
