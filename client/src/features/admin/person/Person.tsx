import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import type { Person as PersonOf } from '@marketplace/shared/admin/person';
import { suspensionEndText } from '@marketplace/shared/moderation/suspension';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { paths } from '../../../config/paths.ts';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { Tag } from '../table-cells.tsx';
import { Notes } from './Notes.tsx';
import { PersonActions } from './PersonActions.tsx';
import * as connections from './connections.tsx';
import * as sections from './person-sections.tsx';

/** The page about one person, for admins. */
export function Person() {
  const id = useLocation().pathname.split('/')[3] ?? '';
  const { data: person, error, refetch } = trpc.admin.person.useQuery({ id });
  useDocumentTitle(person?.user.displayName);
  const back = (
    <Button component={PageLink} to={paths.admin}>
      Admin Center
    </Button>
  );
  return (
    <PageContainer mih="60vh">
      {person ? (
        <PersonView person={person} />
      ) : errorCode(error) === 'NOT_FOUND' ? (
        <EmptyState
          order={1}
          title="Person not found"
          text="They may have deleted their account."
          action={back}
        />
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={400} radius="lg" />
      )}
    </PageContainer>
  );
}

function PersonView({ person }: { person: PersonOf }) {
  return (
    <Stack gap="xl">
      <Head user={person.user} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
        <Stack gap="xl">
          <sections.Account person={person} />
          <Notes userId={person.user.id} notes={person.notes} />
          <sections.Decisions person={person} />
          <sections.AuditEntries person={person} />
        </Stack>
        <Stack gap="xl">
          <sections.Listings person={person} />
          <sections.Reports title="Reports about them" reports={person.reportsAbout} />
          <sections.Reports title="Reports by them" reports={person.reportsBy} />
          <connections.LinkedAccounts person={person} />
          <connections.Traces person={person} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

function Head({ user }: { user: PersonOf['user'] }) {
  const { suspension } = user;
  return (
    <Group component="header" justify="space-between" gap="md">
      <Group gap="md" wrap="nowrap" miw={0}>
        <UserAvatar user={user} size={56} />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Title order={1} size="h2" dir="auto" ta="left">
            {user.displayName}
          </Title>
          <Text c="dimmed">{user.email}</Text>
          <Group gap="2px 12px" fz="sm" mt={4}>
            {!user.isActive && <Tag kind="bad">Deactivated</Tag>}
            {user.mailboxBanned && <Tag kind="bad">Mailbox banned</Tag>}
            {suspension && (
              <Tag kind="bad">{`Suspended until ${suspensionEndText(suspension.until)}`}</Tag>
            )}
            {user.isAdmin && <Tag kind="good">Admin</Tag>}
            {user.isActive && !suspension && <Tag kind="good">Active</Tag>}
          </Group>
        </div>
      </Group>
      <PersonActions user={user} />
    </Group>
  );
}
