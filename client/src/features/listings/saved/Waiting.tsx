import { Text } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { numberText } from '../../../ui/count-text.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { WaitingInput } from '@marketplace/shared/searches/schemas';

/** Says how many people an unpublished listing would notify. Shows nothing for none. */
export function Waiting({ draft }: WaitingInput) {
  const enabled = Boolean(useCurrentUser());
  const { data } = trpc.searches.waiting.useQuery({ draft }, { enabled, gcTime: 0 });
  const count = data?.count ?? 0;
  return (
    // Reserves its height, so that nothing moves when the number arrives.
    <Text component="output" display="block" c="dimmed" size="sm" mih={22} ta="center">
      {count > 0 &&
        `${numberText({ count })} ${count === 1 ? 'person waits' : 'people wait'} for something like this.`}
    </Text>
  );
}
