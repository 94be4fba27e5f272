import { Anchor, List, Paper, Text, Title } from '@mantine/core';
import { paths } from '../../app/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useAccessDenied } from './use-access-denied.ts';

/** The Admin Center; whoever is no admin is told so and sent away (specification section 6). */
export function Component() {
  const isAdmin = useCurrentUser()?.isAdmin ?? false;
  useAccessDenied(!isAdmin);
  if (!isAdmin) {
    return (
      <PageContainer size={768} mih="60vh">
        <Title order={1}>Access Denied</Title>
        <Text c="dimmed">You need admin privileges to access this page.</Text>
      </PageContainer>
    );
  }
  return (
    <PageContainer size={768} mih="60vh">
      <Title order={1} mb="lg">
        Admin Center
      </Title>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
        <List spacing="xs">
          <List.Item>
            <Anchor component={PageLink} to={paths.listings()}>
              All listings
            </Anchor>
          </List.Item>
          <List.Item>
            <Anchor component={PageLink} to={paths.messages}>
              Your messages
            </Anchor>
          </List.Item>
          <List.Item>
            <Anchor component={PageLink} to={paths.communityGuidelines}>
              Community Guidelines
            </Anchor>
          </List.Item>
        </List>
      </Paper>
    </PageContainer>
  );
}
