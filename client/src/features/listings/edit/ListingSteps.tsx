import { Button, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { storedDetails } from '@marketplace/shared/listings/details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { createListingTexts, updateListingTexts } from '@marketplace/shared/outcomes/listings';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { regionLabel } from '@marketplace/shared/regions/match-location';
import { errorMessage, fieldIssues, newerDraft, refusedListing } from '../../../api/errors.ts';
import { type Failure, toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { useClientId } from '../../../api/use-client-id.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { UploadError } from '../../uploads/upload-image.ts';
import { useDescribe } from './DescriptionField.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { FormStep, type Step } from './FormStep.tsx';
import { type ListingForm, useListingForm } from './listing-form.ts';
import { useSuggestions } from './suggestions.tsx';
import type { Pictures } from '../photos/use-pictures.ts';
import { type DraftSync, useDraftSync } from './use-draft-sync.ts';

const PreviewStep = lazyPart(async () => (await import('./PreviewStep.tsx')).PreviewStep);

export const saveListingKey = ['save-listing'];

interface Props {
  kind: ListingForm['kind'];
  /** The listing to edit; undefined for a new one. */
  listing?: ListingView | undefined;
  pictures: Pictures;
  step: Step;
  onStep: (step: Step) => void;
  onSaved: () => void;
  onCancel: () => void;
  /** Signs in a visitor, who can write and preview a listing but not publish it. */
  signIn: () => void;
}

/** The steps to write, preview, and save a listing, in the header's dialog and in the editor. */
export function ListingSteps(props: Props) {
  const { kind, listing, pictures, step, onStep, signIn } = props;
  const user = useCurrentUser();
  const listingForm = useListingForm(kind, listing);
  const draft = useDraftSync(listingForm, pictures);
  const { save, saving, uploaded } = useSaveListing(listingForm, draft, props);
  const describe = useDescribe(listingForm, pictures, signIn);
  const mayFill = step === 'form' && !saving;
  const suggestions = useSuggestions(listingForm, { pictures, mayFill, signIn });
  const panel = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step);
  const keyboard = useKeyboardInset();
  const showForm = () => onStep('form');
  const [saveLabel, savingLabel] = listing
    ? [isResubmit() ? 'Send again' : 'Save changes', 'Saving...']
    : ['Publish Listing', 'Publishing...'];
  useEffect(() => {
    // Moves the focus and the view to the start of each later step.
    if (lastStep.current === step) return;
    lastStep.current = step;
    const dialog = panel.current?.closest('[role="dialog"]');
    if (dialog) dialog.scrollTo({ top: 0 });
    else panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, [step]);
  const stepProps = {
    listingForm,
    pictures,
    saving,
    uploaded,
    saveLabel: saving ? savingLabel : saveLabel,
    signInPrompt: user ? null : (
      <Paper withBorder p="md">
        <Stack gap="sm" align="flex-start">
          <Text fw={600}>Sign in to publish</Text>
          <Text>
            We&apos;ll email you a code. No password. We&apos;ll keep what you&apos;ve entered.
          </Text>
          <Button data-autofocus onClick={signIn}>
            Sign In
          </Button>
        </Stack>
      </Paper>
    ),
    onStep,
    // Returns to the form if it has mistakes: another tab may have published or emptied the draft.
    onSave: Object.keys(listingForm.mistakes).length > 0 ? showForm : save,
  };
  return (
    <Stack ref={panel} tabIndex={-1} style={{ outline: 'none', '--keyboard': `${keyboard}px` }}>
      {user && !listing && <DraftStatus draft={draft} onLeave={props.onCancel} />}
      {step === 'preview' ? (
        <PreviewStep {...stepProps} onClose={showForm} />
      ) : (
        <FormStep {...stepProps} {...{ describe, suggestions }} onCancel={props.onCancel} />
      )}
    </Stack>
  );
}

/** Returns true if the saved listing goes to a moderator again. */
function isResubmit(): boolean {
  return window.location.search.includes('resubmit');
}

/** Uploads the pictures, then saves the listing. Shows a failure in a toast and at its field. */
function useSaveListing(listingForm: ListingForm, draft: DraftSync, props: Props) {
  const { listing, pictures, onStep, onSaved } = props;
  const { form } = listingForm;
  const utils = trpc.useUtils();
  const { listings, moderation } = utils.client;
  const { create } = listings;
  const [uploaded, setUploaded] = useState(0);
  const [clientId, renewId] = useClientId();
  const { mutate, isPending } = useMutation({
    mutationKey: saveListingKey,
    async mutationFn() {
      setUploaded(0);
      await draft.idle();
      const images = await pictures.upload(setUploaded);
      const { isFeatured, ...values } = form.getValues();
      const details = storedDetails(values.details);
      if (listing) {
        // Sent only if it changed, because the user may not be allowed to set it.
        const changed = isFeatured === listing.isFeatured ? {} : { isFeatured };
        const update = isResubmit() ? moderation.resubmit : listings.update;
        await update.mutate({ ...values, ...changed, details, images, id: listing.id });
      } else {
        const refused = await draft.flush();
        // Another device has changed or published the draft.
        if (newerDraft(refused) || refusedListing(refused)) throw refused as Error;
        const base = draft.linked();
        const from = base && { draft: { id: base.id, version: base.version } };
        // The editor's location is optional.
        const location = values.location.trim() || regionLabel;
        await create.mutate({
          ...values,
          ...from,
          isFeatured,
          location,
          details,
          images,
          clientId,
        });
        renewId();
        draft.reset();
      }
    },
    onSuccess() {
      void utils.listings.invalidate();
      onStep('form');
      onSaved();
    },
    onError(error) {
      const { failed } = listing ? updateListingTexts : createListingTexts;
      const newer = newerDraft(error);
      if (newer) draft.setOther(newer);
      else if (error instanceof UploadError) toastFailure(error, uploadImagesTexts.failed);
      else if (showRefusal(error, listingForm, failed)) onStep('form');
    },
  });
  return { save: () => mutate(), saving: isPending, uploaded };
}

/** Shows why the server refused the listing, and returns true if fields are the reason. */
function showRefusal(error: unknown, { form }: ListingForm, failed: Failure): boolean {
  const issues = fieldIssues(error);
  form.setErrors(
    Object.fromEntries(issues.map(({ path, message }) => [path.split('.')[0], message])),
  );
  const location = issues.find(({ path }) => path === 'location');
  if (location) {
    const message = errorMessage(error, location.message);
    toast({ title: 'Invalid Location', message, kind: 'error' });
  } else {
    toastFailure(error, failed);
  }
  return issues.length > 0;
}

/** Returns how many pixels of the window a phone's keyboard covers. */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // A zoomed view is smaller, too.
      const covered = view.scale === 1 ? window.innerHeight - view.height - view.offsetTop : 0;
      setInset(Math.max(0, Math.round(covered)));
    };
    const aborter = new AbortController();
    view.addEventListener('resize', measure, { signal: aborter.signal });
    view.addEventListener('scroll', measure, { signal: aborter.signal });
    return () => aborter.abort();
  }, []);
  return inset;
}
