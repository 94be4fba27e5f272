import { getQueryKey } from '@trpc/react-query';
import type { PlacesView } from '@marketplace/shared/listings/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { type Head, type HeadContext, prefetch, type PrefetchContext } from '../../api/prefetch.ts';

const placesKey = getQueryKey(trpc.listings.places, undefined, 'query');

export async function prefetchMap({ caller, queryClient }: PrefetchContext) {
  await prefetch(queryClient, placesKey, () => caller.listings.places());
}

/** Returns the metadata of the map, by county. Ignores areas and unknown counties. */
export function mapHead({ queryClient, search }: HeadContext): Head {
  const places = queryClient.getQueryData<PlacesView>(placesKey);
  const name = search.get('county');
  const county = places?.counties.find((one) => one.name === name)?.name;
  return {
    title: county ? `${county} County` : 'Map',
    description: `See what's for sale in ${county ? `${county} County` : 'the Capital Region of New York'}, town by town on a map.`,
    canonical: paths.map(county),
  };
}
