import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import type { RuleInput, RulePreview as Preview } from '@marketplace/shared/screening/schemas';
import { trpc } from '../../../api/trpc.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { kindLabels } from './rule-texts.ts';

/** What a rule would have met in the last 30 days. */
export function RulePreview({ rule }: { rule: RuleInput }) {
  const preview = trpc.admin.previewRule.useQuery({ rule }, { retry: false });
  if (preview.error) return <Text role="alert">{preview.error.message}</Text>;
  if (!preview.data) return <Skeleton height={80} />;
  const { met, read, isComplete, samples } = preview.data;
  const counts = rule.kinds.map(
    (kind) => `${met[kind].toLocaleString('en-US')} ${kindLabels[kind].toLowerCase()}`,
  );
  return (
    <Stack component="output" gap="xs" aria-label="Preview">
      <Text fw={600}>Would meet {counts.join(', ')}</Text>
      <Text c="dimmed" size="sm">
        {isComplete ? 'All' : 'The newest'} {read.toLocaleString('en-US')} texts of the last 30
        days. Messages are only counted.
      </Text>
      {samples.map((sample) => (
        <Sample key={sample.path + sample.text} {...sample} />
      ))}
    </Stack>
  );
}

function Sample({ text, passage, path }: Preview['samples'][number]) {
  const [before = '', ...after] = text.split(passage);
  return (
    <Anchor component={PageLink} to={path} c="inherit" dir="auto" className="as-typed">
      {before}
      <mark>{passage}</mark>
      {after.join(passage)}
    </Anchor>
  );
}
