import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { LocationMatch } from '@marketplace/shared/regions/match-location';

/** Returns the alternatives to a refused place, each a button that chooses it. */
export function suggestedPlaces(
  match: LocationMatch,
  onChoose: (place: string) => void,
): ReactNode | undefined {
  if (match.ok) return undefined;
  const { meant, suggestions } = match;
  return (
    <>
      {meant ? 'Did you mean ' : 'Try '}
      {(meant ? [meant] : suggestions).map((place, index) => (
        <Fragment key={place}>
          {index > 0 && ' · '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => onChoose(place)}
          >
            {place}
          </Anchor>
        </Fragment>
      ))}
      {meant && '?'}
    </>
  );
}
