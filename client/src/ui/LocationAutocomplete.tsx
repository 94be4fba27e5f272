import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { suggestionLimit, suggestLocations } from '@marketplace/shared/regions/suggest-locations';
import { suggestedPlaces } from './suggested-places.tsx';

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
