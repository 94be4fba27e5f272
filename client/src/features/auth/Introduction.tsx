import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { focusStep } from '../../ui/focus-step.ts';
import { LocationAutocomplete } from '../../ui/LocationAutocomplete.tsx';
import { type Introduction, useIntroduction } from './use-introduction.ts';

/** The sign-in step that asks a new user for their name and town. */
export function IntroductionStep({ onDone }: { onDone: () => void }) {
  const { field, save, saving } = useIntroduction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!saving) save(onDone);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          Shown with your listings and messages. All optional, and easy to change in Settings.
        </Text>
        <SimpleGrid cols={2} spacing="sm">
          <TextInput size="md" ref={focusStep} {...field('firstName')} />
          <TextInput size="md" {...field('lastName')} />
        </SimpleGrid>
        <LocationAutocomplete size="md" placeholder="Town or city" {...field('town')} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onDone} disabled={saving}>
            Skip
          </Button>
          <Button type="submit" disabled={saving}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The same fields in one row, for a form that saves them itself. */
export function IntroductionRow({ field }: Pick<Introduction, 'field'>) {
  return (
    <SimpleGrid cols={2} spacing="sm">
      <TextInput {...field('firstName')} />
      <LocationAutocomplete {...field('town')} />
    </SimpleGrid>
  );
}
