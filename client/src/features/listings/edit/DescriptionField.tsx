import { Anchor, Button, Loader, Text, Textarea, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { descriptionMaxLength } from '@marketplace/shared/listings/constants';
import { describeImageTexts } from '@marketplace/shared/outcomes/pictures';
import { errorCode } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { usePageConfig } from '../../../config/page-config.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { Picture } from '../photos/pictures.ts';
import { scaledDataUrl } from '../photos/redraw-image.ts';
import type { Pictures } from '../photos/use-pictures.ts';
import type { ListingForm } from './listing-form.ts';
import classes from './ListingFields.module.css';

interface Props {
  listingForm: ListingForm;
  describe: Describe;
  disabled: boolean;
}

/** The description with the button that has it written by AI. */
export function DescriptionField({ listingForm: { form, kind }, describe, disabled }: Props) {
  return (
    <div className={classes.description}>
      <div className={classes.describe}>
        <DescribeButton describe={describe} disabled={disabled} />
      </div>
      <Textarea
        label={kind === 'dialog' ? 'Description (optional)' : 'Description'}
        placeholder="Age, size, why you are selling it, when it can be picked up"
        withAsterisk={kind === 'editor'}
        description={
          kind === 'dialog'
            ? 'You can post without one and add it later.'
            : 'Tell buyers what they would ask.'
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={descriptionMaxLength}
        disabled={disabled}
        {...form.getInputProps('description')}
      />
      {describe.undo && (
        <Text size="xs" mt={6} c="dimmed">
          Written by AI from your first photo: read it before you post.{' '}
          <Anchor component="button" type="button" inherit onClick={describe.undo}>
            Undo
          </Anchor>
        </Text>
      )}
    </div>
  );
}

const notConfigured = 'AI descriptions are not configured on this server.';

/** Where the server has no AI, the button stays reachable by keyboard and says why. */
function DescribeButton({ describe, disabled }: Omit<Props, 'listingForm'>) {
  const { canDescribe } = usePageConfig();
  const reasonId = useId();
  const press = () => {
    if (canDescribe && !describe.busy) void describe.describe();
  };
  return (
    <>
      <Tooltip
        label={notConfigured}
        disabled={canDescribe}
        multiline
        maw={260}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          data-disabled={!canDescribe || undefined}
          aria-disabled={!canDescribe || describe.busy || undefined}
          aria-describedby={canDescribe ? undefined : reasonId}
          leftSection={
            describe.busy ? (
              <Loader size={14} aria-hidden />
            ) : (
              <IconSparkles size={16} stroke={1.75} aria-hidden />
            )
          }
          onClick={press}
        >
          {describe.busy ? 'Describing...' : 'AI Description'}
        </Button>
      </Tooltip>
      {!canDescribe && <VisuallyHidden id={reasonId}>{notConfigured}</VisuallyHidden>}
    </>
  );
}

interface DescribeOptions {
  listingForm: ListingForm;
  pictures: Pictures;
  /** For a visitor, who cannot use it. */
  signIn: () => void;
}

/** Writes a description of the first picture into the form, which can be undone. */
export function useDescribe({ listingForm: { form }, pictures, signIn }: DescribeOptions) {
  const user = useCurrentUser();
  const call = trpc.listings.describe.useMutation();
  const [busy, setBusy] = useState(false);
  const [change, setChange] = useState<{ before: string; after: string } | null>(null);

  async function ask(picture: Picture): Promise<void> {
    const image = await readPicture(picture);
    if (image === null) {
      toast({ ...describeImageTexts.unreadable, kind: 'error' });
      return;
    }
    const currentDescription = form.getValues().description;
    const answer = await call.mutateAsync({ image, currentDescription }).catch((error: unknown) => {
      // A limit has its own message: trying again at once would not help.
      const exact = errorCode(error) !== 'TOO_MANY_REQUESTS';
      toastFailure(error, { ...describeImageTexts.failed, exact });
    });
    if (!answer) return;
    setChange({ before: form.getValues().description, after: answer.description });
    form.setFieldValue('description', answer.description);
    toast({ ...describeImageTexts.done, kind: 'success' });
  }

  async function describe(): Promise<void> {
    const [picture] = pictures.pictures;
    if (!picture) {
      toast({
        title: 'No Image Available',
        message: 'Please upload an image first to generate a description',
        kind: 'error',
      });
      return;
    }
    if (!user) {
      signIn();
      return;
    }
    setBusy(true);
    await ask(picture).finally(() => setBusy(false));
  }

  function undo(): void {
    if (change) form.setFieldValue('description', change.before);
    setChange(null);
  }

  // Nothing of the draft is left in an emptied field.
  const undoable = change !== null && form.values.description.trim() !== '';
  return { describe, busy, undo: undoable ? undo : null };
}

export type Describe = ReturnType<typeof useDescribe>;

/** The picture as chosen, or as stored where the browser cannot read that (HEIC). */
async function readPicture({ file, url }: Picture): Promise<string | null> {
  const stored = async () => {
    const answer = url ? await fetch(url) : null;
    return answer?.ok ? scaledDataUrl(await answer.blob()) : null;
  };
  try {
    return file ? await scaledDataUrl(file).catch(stored) : await stored();
  } catch {
    return null;
  }
}
