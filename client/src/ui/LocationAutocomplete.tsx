import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { suggestionLimit, suggestLocations } from '@marketplace/shared/regions/suggest-locations';
import { otherPlaces } from './other-places.tsx';

interface Props extends Omit<AutocompleteProps, 'data' | 'filter' | 'limit'> {
  value: string;
  onChange: (value: string) => void;
  /** Puts the suggestions at the end of the page; else beside the field. */
  withinPortal?: boolean;
}

/** A field that suggests towns of the region from the second letter, and others in place of a refused one. */
export function LocationAutocomplete({ withinPortal = true, description, ...props }: Props) {
  // A refused place has its suggestions below it, where a list would cover them.
  const suggestions = props.error ? [] : suggestLocations(props.value);
  return (
    <Autocomplete
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        description ?? (props.error && otherPlaces(matchLocation(props.value), props.onChange))
      }
      {...props}
      data={suggestions.length === 1 && suggestions[0] === props.value ? [] : suggestions}
      // Already chosen and in order, misspellings included.
      filter={({ options }) => options}
      limit={suggestionLimit}
      comboboxProps={{
        withinPortal,
        keepMounted: false,
        // On phones a list in the page's own flow widens the page while it is being placed.
        floatingStrategy: 'fixed',
        // A list that fades would still catch the click that closed it.
        transitionProps: { duration: 0 },
      }}
    />
  );
}
