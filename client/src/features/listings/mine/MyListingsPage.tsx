import { Button, Group, Title } from '@mantine/core';
import { useRef } from 'react';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconPlus } from '../../../ui/icons/icons.tsx';
import { OwnListings } from './OwnListings.tsx';

/** The page of the user's listings. */
export function Component() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <PageContainer size={1048}>
      <Group justify="space-between" mb="lg">
        <Title order={1} ref={heading} tabIndex={-1}>
          My Listings
        </Title>
        <Button
          component={PageLink}
          to={paths.newListing}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        >
          Create Listing
        </Button>
      </Group>
      <OwnListings onDeleted={() => heading.current?.focus()} />
    </PageContainer>
  );
}
