import { mapSize } from '@marketplace/shared/regions/projection';
import { PageLink } from '../../ui/PageLink.tsx';
import { totalText } from '../../ui/count-text.ts';
import { viewOf } from './dots.ts';
import { MapLabels } from './MapLabels.tsx';
import type { CountedCounty } from './places.ts';
import { countyLines, countyOutlines, hudson, mohawk, stateLines } from './region-outlines.ts';
import classes from './RegionMap.module.css';

interface Props {
  counties: CountedCounty[];
  /** The county that the map is of; all of them without one. */
  county: CountedCounty | undefined;
  /** The address of the place to mark. */
  marked: string | null;
}

/**
 * The counties, the rivers between them, and a circle for each town. Whoever sees a county sees its
 * towns, and the other counties around it.
 */
export function RegionMap({ counties, county, marked }: Props) {
  const { zoom, dots } = viewOf(counties, county);
  const markedCounty = counties.find(({ to }) => to === marked);
  return (
    <svg
      className={classes.map}
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      data-zoomed={county ? true : undefined}
    >
      <g
        className={classes.land}
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        <path className={classes.around} d={countyLines} />
        <path className={classes.states} d={stateLines} />
        {counties.map(({ name, to, count }) => (
          <PageLink
            key={name}
            to={to}
            className={classes.county}
            aria-label={`${name} County, ${totalText({ count })}`}
            aria-current={name === county?.name ? 'page' : undefined}
          >
            <path d={countyOutlines[name].path} />
          </PageLink>
        ))}
        <path className={classes.river} d={hudson} />
        <path className={classes.lesser} d={mohawk} />
        {markedCounty && (
          <path className={classes.mark} d={countyOutlines[markedCounty.name].path} />
        )}
      </g>
      {dots.map(({ town, x, y, radius }) => (
        <g
          key={town.name}
          className={classes.town}
          data-marked={town.to === marked || undefined}
          style={{ transform: `translate(${x}px, ${y}px)` }}
        >
          {town.count > 0 ? (
            <PageLink to={town.to} aria-label={`${town.name}, ${totalText(town)}`}>
              <circle r={radius} />
            </PageLink>
          ) : (
            <circle className={classes.empty} r={radius} />
          )}
        </g>
      ))}
      <MapLabels {...{ counties, county, zoom, dots, marked }} />
    </svg>
  );
}
