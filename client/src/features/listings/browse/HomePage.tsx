import { ActionIcon, Group, Stack, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { IconLayoutGrid, IconLayoutList } from '../../../ui/icons/page-icons.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ResultsLine } from './ResultsLine.tsx';
import { FeaturedRow, type ListingLayout, listTitleSize } from './ListingGrid.tsx';
import { ListingResults } from './ListingResults.tsx';
import { useFiltering } from './use-listings.ts';

const layouts = [
  { value: 'grid', label: 'Grid view', Icon: IconLayoutGrid },
  { value: 'list', label: 'List view', Icon: IconLayoutList },
] as const;

/** The home page of signed-in users: featured listings, then new ones. */
export function Component() {
  const filtering = useFiltering(paths.home);
  const [layout, setLayout] = useLocalStorage<ListingLayout>({
    key: 'listing-layout',
    defaultValue: 'grid',
    getInitialValueInEffect: false,
  });
  return (
    <PageContainer>
      <Stack gap="lg">
        <div>
          <Title order={1}>Find something nearby</Title>
          <ResultsLine {...filtering} />
          <FilterBar {...filtering} />
        </div>
        {filtering.featured && <FeaturedRow {...filtering.featured} />}
        <section aria-labelledby="recent">
          <Group justify="space-between" mb="xs">
            <Title order={2} fz={listTitleSize} id="recent">
              Recent Listings
            </Title>
            <Group gap={4}>
              {layouts.map(({ value, label, Icon }) => (
                <ActionIcon
                  key={value}
                  size={44}
                  variant="subtle"
                  bg={layout === value ? 'var(--selected)' : undefined}
                  color={layout === value ? 'river' : 'gray'}
                  aria-label={label}
                  aria-pressed={layout === value}
                  onClick={() => setLayout(value)}
                >
                  <Icon size={20} stroke={1.75} aria-hidden />
                </ActionIcon>
              ))}
            </Group>
          </Group>
          <ListingResults {...filtering} layout={layout} />
        </section>
      </Stack>
    </PageContainer>
  );
}
