import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { suggestionLimit, suggestLocations } from '@marketplace/shared/regions/suggest-locations';

/** How long the suggestions outlive the focus, in ms (specification section 9). */
const hideDelay = 200;

type Props = Omit<AutocompleteProps, 'data' | 'filter' | 'limit'>;

/** A town of the region, suggested from the second letter. */
export function LocationInput({ value = '', ...props }: Props) {
  return (
    <Autocomplete
      {...props}
      label="Location"
      placeholder="Town or city"
      leftSection={<IconMapPin size={18} stroke={1.75} aria-hidden />}
      value={value}
      data={suggestLocations(value)}
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
