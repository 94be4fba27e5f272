import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { useCurrentUser } from '../auth/use-current-user.ts';
import {
  type ListingForm as ListingFormState,
  type ListingFormKind,
  useListingForm,
} from './listing-form.ts';
import { ListingForm } from './ListingForm.tsx';
import { ListingPreview } from './ListingPreview.tsx';
import type { Picture } from './pictures.ts';
import { Readiness } from './Readiness.tsx';
import { type Describe, useDescribe } from './use-describe.ts';
import type { Pictures } from './use-pictures.ts';
import { useSaveListing } from './use-save-listing.ts';
import classes from './ListingSteps.module.css';

export type Step = 'form' | 'preview';

interface Props {
  kind: ListingFormKind;
  /** The listing that is edited; without it a new one is written. */
  listing?: ListingView | undefined;
  pictures: Pictures;
  step: Step;
  onStep: (step: Step) => void;
  onSaving?: (saving: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
  /** For a visitor, who can write and preview but not publish. */
  signIn: () => void;
}

/**
 * A listing is written, previewed as buyers will see it, and saved (specification section 4, Listing
 * creation): in the header's dialog always through the preview, in the editor also straight away.
 */
export function ListingSteps({ kind, listing, pictures, step, onStep, ...props }: Props) {
  const listingForm = useListingForm(kind, listing);
  const saving = useSaveListing({
    listingForm,
    pictures,
    listing,
    onSaved: () => {
      onStep('form');
      props.onSaved();
    },
    onFieldsRefused: () => onStep('form'),
  });
  const describe = useDescribe({ listingForm, pictures, signIn: props.signIn });
  const panel = useStartOfStep(step);
  const save = async () => {
    // Published from another tab meanwhile, or emptied there.
    if (Object.keys(listingForm.mistakes).length > 0) {
      onStep('form');
      return;
    }
    props.onSaving?.(true);
    await saving.save();
    props.onSaving?.(false);
  };
  const shown = {
    listingForm,
    pictures,
    saving: saving.saving,
    uploaded: saving.uploaded,
    saveLabel: saveLabel(saving.saving, listing),
    signIn: props.signIn,
    onStep,
    onSave: () => void save(),
  };
  return (
    <Stack gap="md" ref={panel} tabIndex={-1} className={classes.panel}>
      {step === 'preview' ? (
        <PreviewStep {...shown} />
      ) : (
        <FormStep {...shown} describe={describe} onCancel={props.onCancel} />
      )}
    </Stack>
  );
}

interface StepProps {
  listingForm: ListingFormState;
  pictures: Pictures;
  saving: boolean;
  uploaded: number;
  saveLabel: string;
  signIn: () => void;
  onStep: (step: Step) => void;
  onSave: () => void;
}

interface FormStepProps extends StepProps {
  describe: Describe;
  onCancel: () => void;
}

function FormStep({ listingForm, pictures, saving, onStep, ...props }: FormStepProps) {
  const user = useCurrentUser();
  const readinessId = useId();
  const preview = () => onStep('preview');
  const savesHere = listingForm.kind === 'editor' && user !== null;
  return (
    <>
      {!user && <SignInPrompt onSignIn={props.signIn} />}
      <ListingForm
        listingForm={listingForm}
        pictures={pictures}
        describe={props.describe}
        saving={saving}
        onSubmit={savesHere ? props.onSave : preview}
      >
        <Readiness
          id={readinessId}
          listingForm={listingForm}
          hasPictures={pictures.pictures.length > 0}
        />
        <div className={classes.actions}>
          {savesHere && <UploadProgress saving={saving} uploaded={props.uploaded} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={saving} onClick={props.onCancel}>
              Cancel
            </Button>
            <Button
              type={savesHere ? 'button' : 'submit'}
              variant={savesHere ? 'default' : 'filled'}
              disabled={saving || Object.keys(listingForm.mistakes).length > 0}
              aria-describedby={readinessId}
              onClick={savesHere ? preview : undefined}
            >
              Preview Listing
            </Button>
            {savesHere && (
              <Button type="submit" disabled={saving}>
                {props.saveLabel}
              </Button>
            )}
          </Group>
        </div>
      </ListingForm>
    </>
  );
}

function PreviewStep({ listingForm, pictures, saving, onStep, ...props }: StepProps) {
  const user = useCurrentUser();
  return (
    <>
      <ListingPreview
        values={listingForm.form.values}
        isNew={listingForm.isNew}
        pictures={pictures.pictures}
      />
      {!saving && <FailedPictures pictures={pictures.pictures} />}
      {!user && <SignInPrompt onSignIn={props.signIn} />}
      <div className={classes.actions}>
        <UploadProgress saving={saving} uploaded={props.uploaded} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={saving} onClick={() => onStep('form')}>
            Edit Listing
          </Button>
          {user && (
            <Button disabled={saving} onClick={props.onSave}>
              {props.saveLabel}
            </Button>
          )}
        </Group>
      </div>
    </>
  );
}

function saveLabel(saving: boolean, listing: ListingView | undefined): string {
  if (listing) return saving ? 'Saving...' : 'Save Changes';
  return saving ? 'Publishing...' : 'Publish Listing';
}

/** Keeps its place, so that the buttons stay where they are. */
function UploadProgress({ saving, uploaded }: { saving: boolean; uploaded: number }) {
  return (
    <Progress
      size="xs"
      mb="sm"
      value={Math.round(uploaded * 100)}
      animated
      aria-label="Photos sent"
      style={{ visibility: saving ? 'visible' : 'hidden' }}
    />
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
    const dialog = panel.current?.closest('[role="dialog"]');
    if (dialog) dialog.scrollTo({ top: 0 });
    else panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, [step]);
  return panel;
}

function SignInPrompt({ onSignIn }: { onSignIn: () => void }) {
  return (
    <Alert color="river" title="Sign in to publish">
      <Stack gap="sm" align="flex-start">
        <Text>We&apos;ll email you a code. No password. What you fill in before is kept.</Text>
        <Button data-autofocus onClick={onSignIn}>
          Sign In
        </Button>
      </Stack>
    </Alert>
  );
}
