import { Anchor, Autocomplete, type AutocompleteProps } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { suggestionLimit, suggestLocations } from '@marketplace/shared/regions/suggest-locations';

/** How long the suggestions outlive the focus, in ms (specification section 9). */
const hideDelay = 200;

interface Props extends Omit<AutocompleteProps, 'data' | 'filter' | 'limit' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** A town of the region, suggested from the second letter; one that is refused may be a misspelt one. */
export function LocationInput({ value, onChange, description, error, ...props }: Props) {
  const suggestions = suggestLocations(value);
  return (
    <Autocomplete
      {...props}
      label="Location"
      placeholder="Town or city"
      leftSection={<IconMapPin size={18} stroke={1.75} aria-hidden />}
      value={value}
      onChange={onChange}
      error={error}
      description={meaning(value, Boolean(error), onChange) ?? description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={suggestions.length === 1 && suggestions[0] === value ? [] : suggestions}
      // Already chosen and in order, misspellings included.
      filter={({ options }) => options}
      limit={suggestionLimit}
      autoComplete="off"
      comboboxProps={{
        keepMounted: false,
        // On phones a list in the page's own flow widens the page while it is being placed.
        floatingStrategy: 'fixed',
        transitionProps: { transition: 'fade', exitDuration: hideDelay },
      }}
    />
  );
}

/** How a location will be stored where that differs, or what a refused one may have meant. */
function meaning(value: string, refused: boolean, onChange: (value: string) => void) {
  if (value.trim() === '') return undefined;
  const match = matchLocation(value);
  if (match.ok) return match.canonical === value.trim() ? undefined : `Shown as ${match.canonical}`;
  const { suggestion } = match;
  if (!refused || !suggestion) return undefined;
  return (
    <>
      Did you mean{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        onClick={() => onChange(suggestion)}
      >
        {suggestion}
      </Anchor>
      ?
    </>
  );
}
