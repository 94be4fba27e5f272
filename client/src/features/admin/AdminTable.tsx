import {
  Button,
  CloseButton,
  Group,
  NativeSelect,
  Skeleton,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Page } from '@marketplace/shared/pagination';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type AdminSignal, useTotals } from './admin-events.ts';
import classes from './AdminTable.module.css';
import { shownText, useLiveList } from './use-live-list.ts';

/** How long a pause in typing lets the list follow, in ms. */
const pause = 250;

interface Source<Item, Filter extends string> {
  /** Names one of many; the audit log has no name and no number. */
  noun?: 'user' | 'listing' | 'message' | 'conversation';
  filters?: readonly { value: Filter; label: string }[];
  fetchPage: (query: {
    search: string | undefined;
    filter: Filter | 'all';
    cursor: string | undefined;
  }) => Promise<Page<Item>>;
  /** The signals after which the list may have changed. */
  changedBy: readonly AdminSignal['type'][];
}

type AdminList<Item extends { id: string }> = ReturnType<typeof useAdminList<Item, string>>;

/** A live list of the Admin Center, narrowed by a search and a filter. */
export function useAdminList<Item extends { id: string }, Filter extends string = 'all'>(
  source: Source<Item, Filter>,
) {
  const { noun, filters, fetchPage, changedBy } = source;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter | 'all'>('all');
  const [typed] = useDebouncedValue(search.trim(), pause);
  // An emptied field needs no pause.
  const applied = search.trim() === '' ? '' : typed;
  const isNarrowed = applied !== '' || filter !== 'all';
  const query = { search: applied || undefined, filter };
  const totals = useTotals();
  const list = useLiveList<Item>({
    name: noun ?? 'audit',
    query,
    fetchPage: (cursor) => fetchPage({ ...query, cursor }),
    changedBy,
  });
  const { items, isPlaceholderData, hasMore } = list;
  return {
    ...list,
    search,
    setSearch,
    filter,
    filters,
    chooseFilter: (chosen: string) => setFilter(chosen as Filter),
    isNarrowed,
    emptyText: noun ? `No ${noun}s yet.` : 'Nothing yet.',
    showAll() {
      setSearch('');
      setFilter('all');
    },
    /** How many rows are shown of how many. */
    note:
      noun &&
      items &&
      !isPlaceholderData &&
      shownText(items.length, {
        total: isNarrowed ? undefined : totals?.[`${noun}s`],
        more: hasMore,
        noun,
      }),
  };
}

export interface Column<Item> {
  title: string;
  /** Share of the table's width, in percent. */
  width: number;
  render: (item: Item) => ReactNode;
  /** On phones a row is a card: `wide` takes a whole line without the title. */
  onPhone?: 'wide' | 'hidden';
  /** Left out where the table is narrow, as on a tablet. */
  isExtra?: boolean;
}

interface Props<Item extends { id: string }> {
  label: string;
  list: AdminList<Item>;
  columns: Column<Item>[];
  /** Label and placeholder of the search; without it there is none. */
  searchLabel?: string;
  /** Shown for a list that the search or filter left empty. */
  noMatchText: string;
}

/** A list of the Admin Center: a table that scrolls under its header, cards on phones. */
export function AdminTable<Item extends { id: string }>(props: Props<Item>) {
  const { label, list, columns, searchLabel, noMatchText } = props;
  const { items, isNarrowed } = list;
  return (
    <>
      <Toolbar list={list} searchLabel={searchLabel} />
      {!items && list.isError ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : (
        <div className={classes.root} {...list.rootProps}>
          {list.newCount > 0 && (
            <Button size="compact-sm" radius="xl" className={classes.chip} onClick={list.showNew}>
              {list.newCount} new
            </Button>
          )}
          <div
            {...list.frameProps}
            className={classes.frame}
            data-stale={list.isPlaceholderData || undefined}
          >
            <Rows label={label} list={list} columns={columns} />
            {items?.length === 0 && (
              <EmptyState
                order={3}
                title={isNarrowed ? noMatchText : list.emptyText}
                action={
                  isNarrowed && (
                    <Button variant="default" onClick={list.showAll}>
                      Show all
                    </Button>
                  )
                }
              />
            )}
            {list.hasMore && (
              <Group justify="center" p="sm" className={classes.more}>
                {list.isMoreError && (
                  <Text role="alert" size="sm" c="var(--mantine-color-error)">
                    More could not be loaded.
                  </Text>
                )}
                <Button
                  variant="default"
                  size="xs"
                  loading={list.isLoadingMore}
                  onClick={list.loadMore}
                >
                  Load more
                </Button>
              </Group>
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** The search, the filter and the number of rows above a list. */
function Toolbar<Item extends { id: string }>(props: Pick<Props<Item>, 'list' | 'searchLabel'>) {
  const { list, searchLabel } = props;
  return (
    <Group gap="8px 12px" mb={12}>
      {searchLabel && (
        <TextInput
          className={classes.search}
          size="sm"
          aria-label={searchLabel}
          placeholder={searchLabel}
          maxLength={200}
          autoComplete="off"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          rightSection={
            list.search && (
              <CloseButton size="sm" aria-label="Clear search" onClick={() => list.setSearch('')} />
            )
          }
          value={list.search}
          onChange={(event) => list.setSearch(event.currentTarget.value)}
        />
      )}
      {list.filters && (
        <NativeSelect
          flex="0 1 180px"
          size="sm"
          aria-label="Show"
          data={[...list.filters]}
          value={list.filter}
          onChange={(event) => list.chooseFilter(event.currentTarget.value)}
        />
      )}
      <Text component="output" flex={1} fz="xs" c="dimmed" className={`${classes.note} numbers`}>
        {list.note}
      </Text>
    </Group>
  );
}

function Rows<Item extends { id: string }>(props: Pick<Props<Item>, 'label' | 'list' | 'columns'>) {
  const { label, list, columns } = props;
  const { items, addedIds } = list;
  return (
    <Table
      className={classes.table}
      layout="fixed"
      fz="xs"
      verticalSpacing={8}
      horizontalSpacing="var(--cell-space)"
      borderColor="var(--line)"
      stickyHeader
      highlightOnHover
      highlightOnHoverColor="var(--admin-hover)"
      aria-label={label}
      aria-busy={!items}
    >
      <Table.Thead className={classes.head}>
        <Table.Tr>
          {columns.map(({ title, width, isExtra }) => (
            <Table.Th key={title} w={`${width}%`} c="dimmed" fw={550} data-extra={isExtra}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {!items &&
          [0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
            <Table.Tr key={at} className={classes.row}>
              <Table.Td colSpan={columns.length} data-phone="wide">
                <Skeleton h={{ base: 140, sm: 36 }} />
              </Table.Td>
            </Table.Tr>
          ))}
        {items?.map((item) => (
          <Table.Tr
            key={item.id}
            className={classes.row}
            data-new={addedIds.has(item.id) || undefined}
          >
            {columns.map(({ title, render, onPhone, isExtra }) => (
              <Table.Td key={title} data-title={title} data-phone={onPhone} data-extra={isExtra}>
                {render(item)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
