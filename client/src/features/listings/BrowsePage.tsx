import { Stack, Title, VisuallyHidden } from '@mantine/core';
import { useBrand } from '../../app/page-config.tsx';
import { paths } from '../../app/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { FilterBar } from './FilterBar.tsx';
import { noFilters } from './filters.ts';
import { ListingResults } from './ListingResults.tsx';
import { titleSize } from './title-size.ts';
import { Trail } from './Trail.tsx';
import { useFilters } from './use-filters.ts';

/** The browse page, open to everybody. */
export function Component() {
  const { productName } = useBrand();
  const [filters, setFilters] = useFilters();
  return (
    <PageContainer>
      <Trail here="All Listings" />
      <Stack gap="lg">
        <Title order={1} fz={titleSize}>
          {productName}
        </Title>
        <FilterBar action={paths.listings()} filters={filters} onChange={setFilters} />
        <section aria-labelledby="results">
          <VisuallyHidden component="h2" id="results">
            Listings
          </VisuallyHidden>
          <ListingResults
            filters={filters}
            emptyText="No listings available yet in the Capital Region."
            onClear={() => setFilters(noFilters)}
          />
        </section>
      </Stack>
    </PageContainer>
  );
}
