import { Button, Group, Paper, Title } from '@mantine/core';
import { isolated } from '@marketplace/shared/direction';
import type { SearchView } from '@marketplace/shared/searches/schemas';
import { paths } from '../../config/paths.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Found } from './Found.tsx';
import { SearchActions } from './SearchActions.tsx';
import { useDelete } from './use-changes.ts';
import classes from './searches.module.css';

interface Props {
  search: SearchView;
  onDeleted: () => void;
}

/** A seller whom the user follows, and what they posted since. */
export function FollowedSeller({ search, onDeleted }: Props) {
  const { seller, paused } = search;
  const remove = useDelete(onDeleted);
  if (!seller) return null;
  const { id, displayName, profileImageUrl } = seller;
  return (
    <Paper
      component="li"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={displayName}
      data-paused={paused || undefined}
      className={classes.search}
    >
      <Group gap="sm" wrap="nowrap">
        <UserAvatar user={{ id, firstName: displayName, profileImageUrl }} size={44} />
        <Title order={3} size="h4" className={classes.name}>
          <PageLink to={paths.user(id)}>
            <bdi>{displayName}</bdi>
          </PageLink>
        </Title>
      </Group>
      <Found search={search} to={paths.user(id)} />
      <SearchActions search={search}>
        <Button
          variant="subtle"
          color="red"
          size="sm"
          mih={44}
          px={10}
          aria-label={`Unfollow ${isolated(displayName)}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id: search.id })}
        >
          Unfollow
        </Button>
      </SearchActions>
    </Paper>
  );
}
