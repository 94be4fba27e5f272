import { useState } from 'react';
import { describeImageTexts } from '@marketplace/shared/outcomes/pictures';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { toastFailure } from '../../../api/failure.ts';
import type { ListingForm } from './listing-form.ts';
import type { Picture } from '../photos/pictures.ts';
import { scaledDataUrl } from '../photos/scale-image.ts';
import type { Pictures } from '../photos/use-pictures.ts';

interface Options {
  listingForm: ListingForm;
  pictures: Pictures;
  /** For a visitor, who cannot have anything described. */
  signIn: () => void;
}

/** Describes the first picture into the form's description: a draft, which can be undone. */
export function useDescribe({ listingForm: { form }, pictures, signIn }: Options) {
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
      // A limit has words of its own: trying again at once would not help.
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
    try {
      await ask(picture);
    } finally {
      setBusy(false);
    }
  }

  function undo(): void {
    if (change) form.setFieldValue('description', change.before);
    setChange(null);
  }

  // An emptied field is a new beginning, with nothing of the draft in it.
  const undoable = change !== null && form.values.description.trim() !== '';
  return { describe, busy, undo: undoable ? undo : null };
}

export type Describe = ReturnType<typeof useDescribe>;

/** The picture as chosen; where the browser cannot read that (HEIC), as the server stored it. */
async function readPicture({ file, url }: Picture): Promise<string | null> {
  const stored = async () => {
    if (!url) return null;
    const answer = await fetch(url);
    return answer.ok ? scaledDataUrl(await answer.blob()) : null;
  };
  try {
    return file ? await scaledDataUrl(file).catch(stored) : await stored();
  } catch {
    return null;
  }
}
