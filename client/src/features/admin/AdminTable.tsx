import {
  Box,
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
import { type ComponentType, type ReactNode, useState } from 'react';
import type { Page } from '@marketplace/shared/pagination';
import { trpc } from '../../api/trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconSearch } from '../../ui/icons/icons.tsx';
import { type Action, ActionDialog, type OpenedDialog } from './ActionDialog.tsx';
import { type AdminClient, type AdminSignal, useTotals } from './admin-events.ts';
import classes from './AdminTable.module.css';
import { MoreRows } from './table-cells.tsx';
import { shownText, useLiveList } from './use-live-list.ts';

/** The definition of a list in the Admin Center. */
export interface AdminList<Item extends { id: string }, Filter extends string = never> {
  label: string;
  /** The singular noun for the count; undefined for the audit log, which has no count. */
  noun?: 'user' | 'listing' | 'message' | 'conversation';
  /** Label and placeholder of the search field; undefined for a list without search. */
  searchLabel?: string;
  filters?: Record<Filter | 'all', string>;
  /** Shown if the search or the filter matches nothing. */
  noMatchText: string;
  /** Shown if the list is empty. */
  emptyText: string;
  fetchPage: (
    client: AdminClient,
    query: { search?: string; filter: Filter | 'all'; cursor?: string },
  ) => Promise<Page<Item>>;
  /** The signals that trigger a refetch. */
  changedBy: readonly AdminSignal['type'][];
  columns: Column<Item>[];
  /** The dialog that `RowActions.open` opens. */
  Details?: ComponentType<OpenedDialog & { item: Item }>;
}

interface Column<Item> {
  title: string;
  /** In percent of the table's width. */
  width: number;
  render: (item: Item, row: RowActions<Item>) => ReactNode;
  /** On phones a row is a card: `wide` is a full line without a title, `corner` its top right. */
  onPhone?: 'wide' | 'corner' | 'hidden';
  /** True to hide the column in a narrow table, as on a tablet. */
  isExtra?: boolean;
}

export interface RowActions<Item> {
  openAction: (action: Action<Item>) => void;
  /** Opens the details of the row. */
  open: () => void;
  /** Replaces the item in the list with a newer version. */
  put: (item: Item) => void;
}

/** A live list with search, filter, and the dialogs of its rows. */
export function AdminTable<Item extends { id: string }, Filter extends string>(
  props: AdminList<Item, Filter>,
) {
  const { label, noun, searchLabel, filters, noMatchText, emptyText, columns, Details } = props;
  const { client } = trpc.useUtils();
  const totals = useTotals();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter | 'all'>('all');
  const [typed] = useDebouncedValue(search.trim(), 250);
  // Clearing the field applies at once.
  const applied = search.trim() === '' ? '' : typed;
  const isNarrowed = applied !== '' || filter !== 'all';
  const query = { search: applied || undefined, filter };
  const list = useLiveList<Item>({
    name: label,
    query,
    fetchPage: (cursor) => props.fetchPage(client, { ...query, cursor }),
    changedBy: props.changedBy,
  });
  const { items, isPlaceholderData } = list;
  const total = isNarrowed ? undefined : noun && totals?.[`${noun}s`];
  const { openDialog, dialog } = useRowDialog(list, Details);
  const reset = () => {
    setSearch('');
    setFilter('all');
  };
  const showAll = (
    <Button variant="default" onClick={reset}>
      Show all
    </Button>
  );
  return (
    <>
      <Group gap="8px 12px" mb={12}>
        {searchLabel && <SearchField label={searchLabel} value={search} onChange={setSearch} />}
        {filters && (
          <NativeSelect
            flex={{ base: '0 1 150px', sm: '0 1 180px' }}
            size="xs"
            aria-label="Show"
            data={Object.entries<string>(filters).map(([value, label]) => ({ value, label }))}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value as Filter)}
          />
        )}
        <Text
          component="output"
          flex={1}
          fz="xs"
          c="dimmed"
          ta={{ base: searchLabel && !filters ? 'start' : 'end', sm: 'end' }}
          className="numbers"
          style={{ whiteSpace: 'nowrap' }}
        >
          {noun &&
            items &&
            !isPlaceholderData &&
            shownText(items.length, { noun, total, more: list.hasMore })}
        </Text>
      </Group>
      {!items && list.isError ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : (
        <Frame list={list}>
          <Rows label={label} columns={columns} list={list} onOpen={openDialog} />
          {items?.length === 0 && (
            <EmptyState
              order={3}
              {...(isNarrowed
                ? { title: noMatchText, action: showAll }
                : { title: noun ? `No ${noun}s yet.` : 'Nothing yet.', text: emptyText })}
            />
          )}
        </Frame>
      )}
      {dialog}
    </>
  );
}

type LiveList<Item extends { id: string }> = ReturnType<typeof useLiveList<Item>>;

/** Returns the dialog of a row, for an action or the details. It stays while it fades out. */
function useRowDialog<Item extends { id: string }>(
  { put, drop }: LiveList<Item>,
  Details: AdminList<Item>['Details'],
) {
  const [{ item, action }, setSubject] = useState<{ item?: Item; action?: Action<Item> }>({});
  const [opened, setOpened] = useState(false);
  const onClose = () => setOpened(false);
  const onDone = (now: Item | undefined) => (now ? put(now) : item && drop(item.id));
  return {
    openDialog(item: Item, action?: Action<Item>) {
      setSubject({ item, action });
      setOpened(true);
    },
    dialog:
      item &&
      (action ? (
        <ActionDialog
          opened={opened}
          onClose={onClose}
          item={item}
          action={action}
          onDone={onDone}
        />
      ) : (
        Details && <Details key={item.id} opened={opened} onClose={onClose} item={item} />
      )),
  };
}

function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <TextInput
      flex={{ base: '1 1 100%', sm: '0 1 320px' }}
      size="xs"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        value && <CloseButton size="sm" aria-label="Clear search" onClick={() => onChange('')} />
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The scrolling frame of a table, with the buttons for new rows and for more rows. */
function Frame<Item extends { id: string }>(props: { list: LiveList<Item>; children: ReactNode }) {
  const { list } = props;
  return (
    <Box pos="relative" {...list.rootProps}>
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
        {props.children}
        <MoreRows list={list} />
      </div>
    </Box>
  );
}

type RowsProps<Item extends { id: string }> = Pick<AdminList<Item>, 'label' | 'columns'> & {
  list: LiveList<Item>;
  onOpen: (item: Item, action?: Action<Item>) => void;
};

/** The rows as a table, or on phones as cards. */
function Rows<Item extends { id: string }>({ label, columns, list, onOpen }: RowsProps<Item>) {
  const { items, addedIds, put } = list;
  return (
    <Table
      className={classes.table}
      layout="fixed"
      fz="xs"
      verticalSpacing={6}
      horizontalSpacing="var(--cell-space)"
      borderColor="var(--line)"
      stickyHeader
      highlightOnHover
      highlightOnHoverColor="var(--hover)"
      aria-label={label}
      aria-busy={!items}
    >
      <Table.Thead className={classes.head}>
        <Table.Tr>
          {columns.map(({ title, width, onPhone, isExtra }) => (
            <Table.Th
              key={title}
              w={`${width}%`}
              c="dimmed"
              fw={600}
              ta={onPhone === 'corner' ? 'end' : undefined}
              data-extra={isExtra}
            >
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
                {render(item, {
                  openAction: (action) => onOpen(item, action),
                  open: () => onOpen(item),
                  put,
                })}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
