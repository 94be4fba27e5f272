import { Stack, Title, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { useBrand } from '../../../config/page-config.tsx';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { browseTitle } from '../titles.ts';
import { FilterBar } from './FilterBar.tsx';
import { ResultsLine } from './ResultsLine.tsx';
import { FeaturedRow, listTitleSize } from './ListingGrid.tsx';
import { ListingResults } from './ListingResults.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/Breadcrumbs.tsx';
import { useFiltering } from './use-listings.ts';

/** The page of all listings, open to visitors. */
export function Component() {
  const { productName } = useBrand();
  const filtering = useFiltering(paths.listings());
  const { featured, filters, understood } = filtering;
  useDocumentTitle(understood && browseTitle(filters));
  return (
    <PageContainer>
      <Breadcrumbs here="All Listings" />
      <Stack gap="lg">
        <div>
          <Title order={1}>{productName}</Title>
          <ResultsLine {...filtering} />
          <FilterBar {...filtering} />
        </div>
        {featured && <FeaturedRow {...featured} />}
        <section aria-labelledby="results">
          {featured ? (
            <Title order={2} fz={listTitleSize} mb="sm" id="results">
              Recent Listings
            </Title>
          ) : (
            <VisuallyHidden component="h2" id="results">
              Listings
            </VisuallyHidden>
          )}
          <ListingResults
            {...filtering}
            emptyText="No listings available yet in the Capital Region."
          />
        </section>
      </Stack>
    </PageContainer>
  );
}
