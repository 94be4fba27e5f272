import { Anchor, Button, Loader, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { maxSuggestionImages } from '@marketplace/shared/descriptions/constants';
import type { SuggestedDetails } from '@marketplace/shared/descriptions/schemas';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { usePageConfig } from '../../../config/page-config.tsx';
import { IconSparkles } from '../../../ui/icons/listing-icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { Pictures } from '../photos/use-pictures.ts';
import { blank, type ListingValues } from './draft.ts';
import type { ListingForm } from './listing-form.ts';

type Field = keyof SuggestedDetails;
const fields: Field[] = ['title', 'description', 'category', 'condition'];

interface Options {
  pictures: Pictures;
  /** False while the preview is open or the listing is saved: nothing may change unseen. */
  mayFill: boolean;
  signIn: () => void;
}

/**
 * Fills empty fields of the form with what the first photos show, if the user asks for it. Each can
 * be undone as long as it was not edited. Visitors sign in first.
 */
export function useSuggestions({ form }: ListingForm, { pictures, mayFill, signIn }: Options) {
  const user = useCurrentUser();
  const { client } = trpc.useUtils();
  const [suggested, setSuggested] = useState<Partial<ListingValues>>({});
  const mayFillNow = useRef(mayFill);
  useEffect(() => {
    mayFillNow.current = mayFill;
  }, [mayFill]);

  const fill = (details: SuggestedDetails) => {
    if (!mayFillNow.current) return 'Your listing is as you left it.';
    const values = form.getValues();
    // The condition is never empty. One that was not chosen counts as empty.
    const isEmpty = (field: Field) =>
      field === 'condition'
        ? values.kind === 'offer' && values.condition === blank.condition && !form.isTouched(field)
        : values[field].trim() === '';
    const filled = fields.filter((field) => details[field] !== null && isEmpty(field));
    const changes = Object.fromEntries(filled.map((field) => [field, details[field]]));
    form.setValues(changes);
    setSuggested((before) => ({ ...before, ...changes }));
    if (filled.length === 0) return 'No empty field could be filled in from your photos.';
    return `Filled in from your photos: ${filled.join(', ')}. Check before you post.`;
  };
  const { mutate, isPending, data } = useMutation({
    async mutationFn() {
      const { readPicture } = await import('../photos/redraw-image.ts');
      const chosen = pictures.pictures.slice(0, maxSuggestionImages);
      const read = await Promise.all(chosen.map((picture) => readPicture(picture, 512)));
      const images = read.filter((image) => image !== null);
      if (images.length === 0) return "This browser can't read these photos.";
      return fill(await client.listings.suggestDetails.mutate({ images }));
    },
    onError: (error) =>
      toastFailure(error, {
        title: 'No suggestions',
        message: "We couldn't read your photos. Fill in the form yourself, or try again.",
        exact: true,
      }),
  });
  return {
    start: () => {
      if (!user) signIn();
      else if (!isPending) mutate();
    },
    isPending,
    /** The sentence about the last attempt, or null. */
    outcome: pictures.pictures.length > 0 && !isPending ? (data ?? null) : null,
    isSuggested: (field: Field) =>
      suggested[field] !== undefined && suggested[field] === form.values[field],
    undo: (field: Field) => {
      form.setFieldValue(field, blank[field]);
      setSuggested(({ [field]: _, ...others }) => others);
      form.getInputNode(field)?.focus();
    },
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** The button below the photos. Missing without photos, or if the server has no AI. */
export function SuggestButton(props: { suggestions: Suggestions; pictures: Pictures }) {
  const { start, isPending, outcome } = props.suggestions;
  const { canDescribe } = usePageConfig();
  if (!canDescribe || props.pictures.pictures.length === 0) return null;
  const icon = isPending ? (
    <Loader size={16} aria-hidden />
  ) : (
    <IconSparkles size={18} aria-hidden />
  );
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        leftSection={icon}
        aria-disabled={isPending || undefined}
        onClick={start}
      >
        {isPending ? 'Reading your photos...' : 'Fill in from photos'}
      </Button>
      <Text component="output" display="block" size="xs" c="dimmed" mt={outcome ? 4 : 0}>
        {outcome}
      </Text>
    </div>
  );
}

/** Marks a field that was filled in from the photos, with a button that empties it. */
export function SuggestedMark(props: { suggestions: Suggestions; field: Field }) {
  const { suggestions, field } = props;
  if (!suggestions.isSuggested(field)) return null;
  const label = field === 'condition' ? 'Undo' : 'Clear';
  return (
    <Text size="xs" mt={4} c="dimmed">
      Suggested.{' '}
      <Anchor component="button" type="button" inherit onClick={() => suggestions.undo(field)}>
        {label} <VisuallyHidden component="span">the suggested {field}</VisuallyHidden>
      </Anchor>
    </Text>
  );
}
