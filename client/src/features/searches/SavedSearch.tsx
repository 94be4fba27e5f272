import { ActionIcon, Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { isVisible } from '@marketplace/shared/plain-text';
import { searchNameMaxLength, type SearchView } from '@marketplace/shared/searches/schemas';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconPencil } from '../../ui/icons/page-icons.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { activeFilters } from '../listings/browse/active-filters.ts';
import { filtersOf, savedPath } from '../listings/saved/saved-filters.ts';
import { Found } from './Found.tsx';
import { SearchActions } from './SearchActions.tsx';
import { useChange, useDelete } from './use-changes.ts';
import classes from './searches.module.css';

interface Props {
  search: SearchView;
  onDeleted: () => void;
}

/** A saved search: its name and filters, what it found, and how often its person is told. */
export function SavedSearch({ search, onDeleted }: Props) {
  const { id, name, paused } = search;
  const [asking, setAsking] = useState(false);
  const remove = useDelete(onDeleted);
  const filters = filtersOf(search);
  return (
    <Paper
      component="li"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={name}
      data-paused={paused || undefined}
      className={classes.search}
    >
      <Name search={search} />
      <ul className={`${classes.chips} plain`} aria-label="Filters">
        {activeFilters(filters).map(({ name: filter, label }) => (
          <li key={filter} className={classes.filter}>
            {label}
          </li>
        ))}
      </ul>
      <Found search={search} to={savedPath(filters)} />
      <SearchActions search={search}>
        <Button
          variant="subtle"
          color="red"
          size="sm"
          mih={44}
          px={10}
          aria-label={`Delete ${isolated(name)}`}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </SearchActions>
      <ConfirmDialog
        title="Delete this search?"
        confirm={{ label: 'Delete', busyLabel: 'Deleting...' }}
        isBusy={remove.isPending}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id })}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          You won&apos;t hear about new ones for “{name}” anymore. You can pause it instead.
        </Text>
      </ConfirmDialog>
    </Paper>
  );
}

/** A link to the list; beside it a button to rename. */
function Name({ search }: { search: SearchView }) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The field that had the focus is gone.
  useEffect(() => {
    if (wasEditing.current && !editing) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing) return <Rename search={search} onDone={() => setEditing(false)} />;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      <Title order={2} size="h4" className={classes.name}>
        <PageLink to={savedPath(filtersOf(search))}>
          <bdi>{search.name}</bdi>
        </PageLink>
      </Title>
      <ActionIcon
        ref={pencil}
        variant="subtle"
        color="gray"
        size={44}
        m="-10px -10px -10px 0"
        aria-label={`Rename ${isolated(search.name)}`}
        onClick={() => setEditing(true)}
      >
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function Rename({ search, onDone }: { search: SearchView; onDone: () => void }) {
  const [name, setName] = useState(search.name);
  const change = useChange(onDone);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === search.name) onDone();
    else change.mutate({ id: search.id, name });
  };
  return (
    <Group
      component="form"
      gap="xs"
      align="flex-start"
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <TextInput
        flex="1 1 260px"
        aria-label="Name of the search"
        maxLength={searchNameMaxLength}
        autoComplete="off"
        data-autofocus
        ref={(field) => field?.focus()}
        value={name}
        error={!isVisible(name) && 'Give the search a name.'}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={change.isPending || !isVisible(name)}>
        {change.isPending ? 'Saving...' : 'Save'}
      </Button>
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
    </Group>
  );
}
