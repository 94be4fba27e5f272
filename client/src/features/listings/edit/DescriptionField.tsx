import { Anchor, Button, Loader, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { descriptionMaxLength } from '@marketplace/shared/listings/constants';
import { describeImageTexts } from '@marketplace/shared/outcomes/pictures';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { usePageConfig } from '../../../config/page-config.tsx';
import { IconSparkles } from '../../../ui/icons/listing-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { Picture, Pictures } from '../photos/use-pictures.ts';
import type { ListingForm } from './listing-form.ts';
import { SuggestedMark, type Suggestions } from './suggestions.tsx';
import classes from './ListingSteps.module.css';

interface Props {
  listingForm: ListingForm;
  describe: Describe;
  suggestions: Suggestions;
}

/** The description, with a button that lets AI write it. */
export function DescriptionField({ listingForm: { form, kind }, describe, suggestions }: Props) {
  const isShort = kind === 'dialog';
  return (
    <div className={classes.description}>
      <DescribeButton {...describe} />
      <Textarea
        label={isShort ? 'Description (optional)' : 'Description'}
        placeholder="Age, size, why you're selling, when it can be picked up"
        withAsterisk={!isShort}
        description={isShort ? 'You can add one later.' : 'Answer the questions buyers will ask.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={descriptionMaxLength}
        {...form.getInputProps('description')}
      />
      <SuggestedMark suggestions={suggestions} field="description" />
      {describe.undo && (
        <Text size="xs" mt={4} c="dimmed">
          Written by AI from your first photo. Check it before you post.{' '}
          <Anchor component="button" type="button" inherit onClick={describe.undo}>
            Undo
          </Anchor>
        </Text>
      )}
    </div>
  );
}

const notConfigured = 'AI descriptions are not configured on this server.';

const Tooltip = lazyPart(async () => (await import('../photos/PictureTile.tsx')).TileTooltip);

/**
 * If the server has no AI, the button stays in the tab order and a tooltip says why it does
 * nothing: at once on focus, and after the usual delay on hover.
 */
function DescribeButton({ describe, busy }: Describe) {
  const { canDescribe } = usePageConfig();
  const reasonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [explains, setExplains] = useState(false);
  const explain = () => setExplains(true);
  const { start, clear } = useTimeout(explain, 700);
  const leave = () => {
    clear();
    setExplains(false);
  };
  return (
    <>
      <Button
        ref={button}
        className={classes.describe}
        variant="subtle"
        size="compact-sm"
        aria-disabled={busy || undefined}
        leftSection={
          busy ? (
            <Loader size={14} aria-hidden />
          ) : (
            <IconSparkles size={16} stroke={1.75} aria-hidden />
          )
        }
        onClick={() => {
          if (canDescribe && !busy) describe();
        }}
        {...(!canDescribe && {
          'data-disabled': true,
          'aria-disabled': true,
          'aria-describedby': reasonId,
          onFocus: explain,
          onBlur: leave,
          onPointerEnter: start,
          onPointerLeave: leave,
        })}
      >
        {busy ? 'Describing...' : 'AI Description'}
      </Button>
      {!canDescribe && (
        <>
          <Tooltip opened={explains} target={button} label={notConfigured} multiline maw={260} />
          <VisuallyHidden id={reasonId}>{notConfigured}</VisuallyHidden>
        </>
      )}
    </>
  );
}

/** Describes the first picture in the form, and can undo that. Visitors sign in first. */
export function useDescribe({ form }: ListingForm, pictures: Pictures, signIn: () => void) {
  const user = useCurrentUser();
  const { client } = trpc.useUtils();
  /** The description before it was replaced. */
  const [before, setBefore] = useState<string | null>(null);
  const { mutate, isPending: busy } = useMutation({
    async mutationFn(picture: Picture) {
      const { readPicture } = await import('../photos/redraw-image.ts');
      const image = await readPicture(picture, 800);
      if (image === null) {
        toast({ ...describeImageTexts.unreadable, kind: 'error' });
        return;
      }
      const currentDescription = form.getValues().description;
      const { description } = await client.listings.describe.mutate({ image, currentDescription });
      setBefore(form.getValues().description);
      form.setFieldValue('description', description);
      toast({ ...describeImageTexts.done, kind: 'success' });
    },
    onError: (error) => toastFailure(error, { ...describeImageTexts.failed, exact: true }),
  });
  const describe = () => {
    const [picture] = pictures.pictures;
    if (!picture) {
      toast({
        title: 'No Image Available',
        message: 'Please upload an image first to generate a description',
        kind: 'error',
      });
    } else if (user) mutate(picture);
    else signIn();
  };
  const undo = () => {
    form.setFieldValue('description', before ?? '');
    setBefore(null);
  };
  // An emptied field contains nothing written by AI.
  const canUndo = before !== null && form.values.description.trim() !== '';
  return { describe, busy, undo: canUndo ? undo : null };
}

export type Describe = ReturnType<typeof useDescribe>;
