import { Button, Group } from '@mantine/core';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { IconMapOff } from '../../ui/icons/page-icons.tsx';

/** The screen of every path that there is none for. */
export function Component() {
  return (
    <PageContainer>
      <EmptyState
        order={1}
        icon={<IconMapOff size={48} stroke={1.25} color="var(--mantine-color-dimmed)" />}
        title="Page Not Found"
        text="The page you're looking for doesn't exist or has been moved."
        action={
          <Group justify="center" gap="xs" mt="sm">
            <Button component={PageLink} to={paths.landing} variant="default">
              Go to Homepage
            </Button>
            <Button component={PageLink} to={paths.listings()}>
              Browse Marketplace
            </Button>
          </Group>
        }
      />
    </PageContainer>
  );
}
