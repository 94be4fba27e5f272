import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import type { LiveList } from './use-live-list.ts';
import classes from './AdminTable.module.css';

export interface Column<Item> {
  title: string;
  /** Part of the table's width, in percent. */
  width: number;
  render: (item: Item) => ReactNode;
  /** On phones a row is a card: `wide` has a line of its own without the title. */
  onPhone?: 'wide' | 'hidden';
  /** Left out where the table is narrow, as on a tablet. */
  isExtra?: boolean;
}

interface Props<Item extends { id: string }> {
  label: string;
  list: LiveList<Item>;
  columns: Column<Item>[];
  /** What to say of an empty list. */
  emptyText: string;
  /** Ends the search and the filter that left nothing. */
  onShowAll?: (() => void) | undefined;
}

/** A list of the Admin Center: a table that scrolls under its header, cards on phones. */
export function AdminTable<Item extends { id: string }>(props: Props<Item>) {
  const { label, list, columns, emptyText, onShowAll } = props;
  const { items, setFrame, settle } = list;
  if (!items && list.isError) return <ErrorState onRetry={() => void list.refetch()} />;
  return (
    <div className={classes.root} onPointerLeave={settle} onBlur={settle}>
      {list.newCount > 0 && <NewChip count={list.newCount} onShow={list.showNew} />}
      <div
        ref={setFrame}
        className={classes.frame}
        data-stale={list.isPlaceholderData || undefined}
        onScroll={settle}
      >
        <Table
          className={classes.table}
          verticalSpacing={8}
          horizontalSpacing="var(--cell-space)"
          aria-busy={!items}
        >
          <Table.Caption className={classes.caption}>{label}</Table.Caption>
          <Table.Thead className={classes.head}>
            <Table.Tr>
              {columns.map(({ title, width, isExtra }) => (
                <Table.Th key={title} w={`${width}%`} data-extra={isExtra}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {!items && <LoadingRows columnCount={columns.length} />}
            {items?.map((item) => (
              <Table.Tr
                key={item.id}
                className={classes.row}
                data-new={list.newIds.has(item.id) || undefined}
              >
                {columns.map(({ title, render, onPhone, isExtra }) => (
                  <Table.Td
                    key={title}
                    data-title={title}
                    data-phone={onPhone}
                    data-extra={isExtra}
                  >
                    {render(item)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {items?.length === 0 && (
          <EmptyState
            order={3}
            title={emptyText}
            action={
              onShowAll && (
                <Button variant="default" onClick={onShowAll}>
                  Show all
                </Button>
              )
            }
          />
        )}
        <MoreRow list={list} />
      </div>
    </div>
  );
}

/** As high as the rows to come. */
function LoadingRows({ columnCount }: { columnCount: number }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
    <Table.Tr key={at} className={classes.row}>
      <Table.Td colSpan={columnCount} data-phone="wide">
        <Skeleton className={classes.loading} />
      </Table.Td>
    </Table.Tr>
  ));
}

function NewChip({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Button size="compact-sm" radius="xl" className={classes.chip} onClick={onShow}>
      {count} new
    </Button>
  );
}

function MoreRow<Item extends { id: string }>({ list }: { list: LiveList<Item> }) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center" p="sm" className={classes.more}>
      {list.isFetchNextPageError && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          More could not be loaded.
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Load more
      </Button>
    </Group>
  );
}
