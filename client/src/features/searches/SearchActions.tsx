import { Box, Button, Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { isolated } from '@marketplace/shared/direction';
import type { SearchFrequency, SearchView } from '@marketplace/shared/searches/schemas';
import { frequencies } from '../listings/saved/saved-filters.ts';
import { useChange } from './use-changes.ts';

/** How often, pause or resume, and after them the button that ends it. */
export function SearchActions({ search, children }: { search: SearchView; children: ReactNode }) {
  const { id, frequency, paused } = search;
  const name = search.seller?.displayName ?? search.name;
  const change = useChange();
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        flex="0 1 180px"
        miw={0}
        aria-label={`How often for ${isolated(name)}`}
        data={[...frequencies]}
        value={frequency}
        disabled={paused}
        title={paused ? 'Resume it first' : undefined}
        onChange={(event) =>
          change.mutate({ id, frequency: event.currentTarget.value as SearchFrequency })
        }
      />
      <Button
        variant="default"
        size="sm"
        mih={44}
        flex="none"
        aria-label={`${paused ? 'Resume' : 'Pause'} ${isolated(name)}`}
        aria-disabled={change.isPending}
        onClick={() => !change.isPending && change.mutate({ id, paused: !paused })}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Box ml="auto" flex="none">
        {children}
      </Box>
    </Group>
  );
}
