import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { createListingTexts } from '@marketplace/shared/outcomes/listings';
import { usePostListing } from '../../layout/PostListingProvider.tsx';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { type ListingForm as FormState, useListingForm } from './listing-form.ts';
import { ListingForm } from './ListingForm.tsx';
import { ListingPreview } from './ListingPreview.tsx';
import type { Picture } from './pictures.ts';
import { Readiness } from './Readiness.tsx';
import { useDescribe } from './use-describe.ts';
import type { Pictures } from './use-pictures.ts';
import { useSaveListing } from './use-save-listing.ts';
import classes from './PostListingSteps.module.css';

export type Step = 'form' | 'preview';

interface Props {
  pictures: Pictures;
  step: Step;
  onStep: (step: Step) => void;
  onSaving: (saving: boolean) => void;
  onClose: () => void;
}

/** A new listing is written, looked at as buyers will see it, and published (specification section 4, Listing creation). */
export function PostListingSteps({ pictures, step, onStep, onSaving, onClose }: Props) {
  const user = useCurrentUser();
  const signIn = useSignInAndReturn(onClose);
  const listingForm = useListingForm('dialog');
  const describe = useDescribe({ listingForm, pictures, signIn });
  const { save, saving, uploaded } = useSaveListing({
    listingForm,
    pictures,
    onSaved: () => {
      toast({ ...createListingTexts.published, kind: 'success' });
      onStep('form');
      onClose();
    },
    onFieldsRefused: () => onStep('form'),
  });
  const panel = useStartOfStep(step);
  const publish = async () => {
    // Published from another tab meanwhile, or emptied there.
    if (Object.keys(listingForm.mistakes).length > 0) {
      onStep('form');
      return;
    }
    onSaving(true);
    await save();
    onSaving(false);
  };
  if (step === 'preview') {
    return (
      <Stack gap="md" ref={panel} tabIndex={-1} className={classes.panel}>
        <ListingPreview values={listingForm.form.values} pictures={pictures.pictures} />
        {!saving && <FailedPictures pictures={pictures.pictures} />}
        {!user && <SignInPrompt onSignIn={signIn} />}
        <Progress
          value={Math.round(uploaded * 100)}
          animated
          aria-label="Photos sent"
          // Its place is kept, so that the buttons stay where they are.
          style={{ visibility: saving ? 'visible' : 'hidden' }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={saving} onClick={() => onStep('form')}>
            Edit Listing
          </Button>
          {user && (
            <Button disabled={saving} onClick={() => void publish()}>
              {saving ? 'Publishing...' : 'Publish Listing'}
            </Button>
          )}
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md" ref={panel} tabIndex={-1} className={classes.panel}>
      {!user && <SignInPrompt onSignIn={signIn} />}
      <ListingForm
        listingForm={listingForm}
        pictures={pictures}
        describe={describe}
        saving={saving}
        onSubmit={() => onStep('preview')}
      >
        <FormFoot listingForm={listingForm} hasPictures={pictures.pictures.length > 0}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </FormFoot>
      </ListingForm>
    </Stack>
  );
}

interface FootProps {
  listingForm: FormState;
  hasPictures: boolean;
  children: React.ReactNode;
}

/** What is still missing, and the way to the preview once nothing is (specification section 4, Listing creation). */
function FormFoot({ listingForm, hasPictures, children }: FootProps) {
  const id = useId();
  return (
    <>
      <Readiness id={id} listingForm={listingForm} hasPictures={hasPictures} />
      <Group justify="flex-end" gap="sm">
        {children}
        <Button
          type="submit"
          disabled={Object.keys(listingForm.mistakes).length > 0}
          aria-describedby={id}
        >
          Preview Listing
        </Button>
      </Group>
    </>
  );
}

/** Which photos the last try could not send, and why. They can be taken out in the form. */
function FailedPictures({ pictures }: { pictures: Picture[] }) {
  const failed = pictures.filter(({ error }) => error !== null);
  if (failed.length === 0) return null;
  return (
    <Alert color="red" title="Not all photos could be sent" role="alert">
      {failed.map(({ key, error }) => (
        <Text key={key}>{error}</Text>
      ))}
    </Alert>
  );
}

/** Takes the focus and the view to the beginning of each further step: what had them is gone. */
function useStartOfStep(step: Step) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    panel.current?.closest('[role="dialog"]')?.scrollTo({ top: 0 });
    panel.current?.focus({ preventScroll: true });
  }, [step]);
  return panel;
}

/** Opens the sign-in in place of this dialog, and this dialog again after it, as it was. */
function useSignInAndReturn(onClose: () => void) {
  const openSignIn = useSignIn();
  const postListing = usePostListing();
  return () => {
    onClose();
    openSignIn({ reason: 'Sign in to post a listing.', onSuccess: postListing });
  };
}

function SignInPrompt({ onSignIn }: { onSignIn: () => void }) {
  return (
    <Alert color="river">
      <Stack gap="sm" align="flex-start">
        <Text>
          Posting takes an account: an e-mail address and a code. What you fill in before is kept.
        </Text>
        <Button data-autofocus onClick={onSignIn}>
          Sign In
        </Button>
      </Stack>
    </Alert>
  );
}
