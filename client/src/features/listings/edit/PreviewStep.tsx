import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { ListingForm } from './listing-form.ts';
import { ListingPreview } from './ListingPreview.tsx';
import type { Picture } from '../photos/pictures.ts';
import { SignInPrompt } from './SignInPrompt.tsx';
import type { Pictures } from '../photos/use-pictures.ts';
import classes from './ListingSteps.module.css';

export type Step = 'form' | 'preview';

export interface StepProps {
  listingForm: ListingForm;
  pictures: Pictures;
  saving: boolean;
  uploaded: number;
  saveLabel: string;
  signIn: () => void;
  onStep: (step: Step) => void;
  onSave: () => void;
}

/** The listing as buyers will see it, and the way to save it or back to the form. */
export function PreviewStep({ listingForm, pictures, saving, onStep, ...props }: StepProps) {
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
