import { ActionIcon, Button, Group, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { generalFailure } from '@marketplace/shared/outcomes/general';
import { isVisible } from '@marketplace/shared/plain-text';
import { searchNameMaxLength, type SearchView } from '@marketplace/shared/searches/schemas';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { IconPencil } from '../../ui/icons/page-icons.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './searches.module.css';

/** Returns a mutation that changes a saved search, and shows a toast about it. */
export function useChange(onDone?: () => void) {
  const { searches } = trpc.useUtils();
  return trpc.searches.update.useMutation({
    onSuccess(changed, { paused }) {
      searches.list.setData(undefined, (list) =>
        list?.map((search) => (search.id === changed.id ? changed : search)),
      );
      const name = isolated(changed.seller?.displayName ?? changed.name);
      const title = paused === undefined ? 'Saved' : `${paused ? 'Paused' : 'Resumed'}: ${name}`;
      toast({ title, kind: 'success' });
      onDone?.();
    },
    onError: (error) => toastFailure(error, generalFailure),
  });
}

/** The name as a link to the list, with the seller's picture or a button to rename the search. */
export function SearchName({ search, to }: { search: SearchView; to: string }) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The pencil gets the focus back, because the field that had it is gone.
  useEffect(() => {
    if (wasEditing.current && !editing) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing) return <Rename search={search} onDone={() => setEditing(false)} />;
  const { seller, name } = search;
  const title = (
    <Title order={seller ? 3 : 2} size="h4" className={classes.name}>
      <PageLink to={to}>
        <bdi>{seller?.displayName ?? name}</bdi>
      </PageLink>
    </Title>
  );
  if (seller) {
    return (
      <Group gap="sm" wrap="nowrap">
        <UserAvatar user={{ ...seller, firstName: seller.displayName }} size={44} />
        {title}
      </Group>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      {title}
      <ActionIcon
        ref={pencil}
        variant="subtle"
        color="gray"
        size={44}
        m="-10px -10px -10px 0"
        aria-label={`Rename ${isolated(name)}`}
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
