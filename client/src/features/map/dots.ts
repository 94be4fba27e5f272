import { project } from '@marketplace/shared/regions/projection';
import type { Dot } from './label-layout.ts';
import type { CountedCounty, CountedTown } from './places.ts';
import { countyOutlines } from './region-outlines.ts';
import { noZoom, type Zoom, zoomed, zoomTo } from './zoom.ts';

/** A town as the map shows it. */
export interface TownDot extends Dot {
  town: CountedTown;
}

/** Radii of circles in map units: of a town without listings, of one with a few, of the one with the most. */
const radii = { none: 1.3, least: 2, most: 9 };

/** What a map shows, of the region or of one county: how far enlarged, and which towns. */
export interface MapView {
  zoom: Zoom;
  dots: TownDot[];
}

/** The areas of circles go with the numbers of listings. */
export function viewOf(counties: CountedCounty[], county: CountedCounty | undefined): MapView {
  const zoom = county ? zoomTo(countyOutlines[county.name]) : noZoom;
  const towns = (county ? [county] : counties).flatMap((one) => one.towns);
  const most = Math.max(1, ...towns.map(({ count }) => count));
  const dots = towns.map((town) => {
    const size = Math.max(radii.least, radii.most * Math.sqrt(town.count / most));
    const radius = town.count > 0 ? size : radii.none;
    return {
      ...zoomed(zoom, project(town)),
      name: town.name,
      radius,
      isMain: town.kind === 'city',
      town,
    };
  });
  return { zoom, dots };
}
