import { Anchor, Autocomplete, type AutocompleteProps } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type LocationMatch, matchLocation } from '@marketplace/shared/regions/match-location';
import { suggestionLimit, suggestLocations } from '@marketplace/shared/regions/suggest-locations';

interface Props extends Omit<AutocompleteProps, 'data' | 'filter' | 'limit'> {
  value: string;
  onChange: (value: string) => void;
  /** False to render the suggestions next to the field instead of at the end of the page. */
  withinPortal?: boolean;
}

/** A text field that suggests places, and alternatives for a refused one. */
export function LocationAutocomplete({ withinPortal = true, description, ...props }: Props) {
  // The alternatives to a refused place are below the field, where a list would cover them.
  const suggestions = props.error ? [] : suggestLocations(props.value);
  return (
    <Autocomplete
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        description ?? (props.error && suggestedPlaces(matchLocation(props.value), props.onChange))
      }
      {...props}
      data={suggestions.length === 1 && suggestions[0] === props.value ? [] : suggestions}
      // `suggestLocations` has filtered and sorted them, with misspellings.
      filter={({ options }) => options}
      limit={suggestionLimit}
      comboboxProps={{
        withinPortal,
        keepMounted: false,
        // On phones, an absolutely positioned list widens the page while it is being placed.
        floatingStrategy: 'fixed',
      }}
    />
  );
}

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
