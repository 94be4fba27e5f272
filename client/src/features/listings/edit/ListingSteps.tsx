import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { type ListingFormKind, useListingForm } from './listing-form.ts';
import { ListingForm } from './ListingForm.tsx';
import type { Step, StepProps } from './PreviewStep.tsx';
import { Readiness } from './Readiness.tsx';
import { SignInPrompt } from './SignInPrompt.tsx';
import { type Describe, useDescribe } from './use-describe.ts';
import type { Pictures } from '../photos/use-pictures.ts';
import { useSaveListing } from './use-save-listing.ts';
import classes from './ListingSteps.module.css';

const PreviewStep = lazyPart(async () => (await import('./PreviewStep.tsx')).PreviewStep);

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
 * Write a listing, preview it as buyers will see it, and save it. The header's dialog always shows the
 * preview first; the editor can also save without it.
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
        <PreviewStep {...shown} onClose={() => onStep('form')} />
      ) : (
        <FormStep {...shown} describe={describe} onCancel={props.onCancel} />
      )}
    </Stack>
  );
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

function saveLabel(saving: boolean, listing: ListingView | undefined): string {
  if (listing) return saving ? 'Saving...' : 'Save Changes';
  return saving ? 'Publishing...' : 'Publish Listing';
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
