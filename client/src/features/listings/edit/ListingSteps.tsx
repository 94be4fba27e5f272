import { Anchor, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { type Describe, useDescribe } from './DescriptionField.tsx';
import {
  fieldsInOrder,
  type ListingField,
  type ListingForm,
  type ListingFormKind,
  useListingForm,
} from './listing-form.ts';
import { ListingFields } from './ListingFields.tsx';
import type { Pictures } from '../photos/use-pictures.ts';
import { useSaveListing } from './use-save-listing.ts';
import classes from './ListingSteps.module.css';

const PreviewStep = lazyPart(async () => (await import('./PreviewStep.tsx')).PreviewStep);

export type Step = 'form' | 'preview';

export interface StepProps {
  listingForm: ListingForm;
  pictures: Pictures;
  saving: boolean;
  /** How much of the pictures was sent, 0 to 1. */
  uploaded: number;
  saveLabel: string;
  /** For a visitor; null for a user. */
  signInPrompt: ReactNode;
  onStep: (step: Step) => void;
  onSave: () => void;
}

interface Props {
  kind: ListingFormKind;
  /** The listing to edit; absent for a new one. */
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
 * Writes a listing, previews and saves it. The header's dialog always shows the preview first; the
 * editor can also save without it.
 */
export function ListingSteps({ kind, listing, pictures, step, onStep, ...props }: Props) {
  const user = useCurrentUser();
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
    // Another tab may have published or emptied the draft.
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
    signInPrompt: user ? null : <SignInPrompt onSignIn={props.signIn} />,
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
  const readinessId = useId();
  const preview = () => onStep('preview');
  const savesHere = listingForm.kind === 'editor' && !props.signInPrompt;
  return (
    <>
      {props.signInPrompt}
      <ListingFields
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
      </ListingFields>
    </>
  );
}

interface ReadinessProps {
  id: string;
  listingForm: ListingForm;
  hasPictures: boolean;
}

/** The fields still missing before the preview, each a link to its field. */
function Readiness({ id, listingForm, hasPictures }: ReadinessProps) {
  const { form, mistakes } = listingForm;
  const open = fieldsInOrder.filter((field) => mistakes[field] !== undefined);
  const ready = open.length === 0;
  const Icon = ready ? IconCircleCheck : IconCircleDashed;
  const accent = ready ? 'var(--mantine-color-anchor)' : undefined;
  return (
    <Paper
      component="section"
      bd={`1px solid ${accent ?? 'var(--mantine-color-default-border)'}`}
      px="md"
      py="sm"
      aria-label="Readiness"
    >
      <Box
        component="output"
        display="flex"
        fw={600}
        style={{ alignItems: 'center', gap: 8 }}
        id={id}
      >
        <Icon size={18} stroke={1.75} color={accent} aria-hidden />
        {stateText(open.length)}
      </Box>
      {!ready && (
        <Box component="ul" p={0} m={0} mt={4} style={{ listStyle: 'none' }}>
          {open.map((field) => (
            <li key={field}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                mih={32}
                ta="start"
                onClick={() => form.getInputNode(field)?.focus()}
              >
                {hintText(field, listingForm)} (click to go to field)
              </Anchor>
            </li>
          ))}
        </Box>
      )}
      {ready && !hasPictures && (
        <Text size="xs" c="dimmed" mt={4}>
          Optional: a photo helps buyers decide.
        </Text>
      )}
    </Paper>
  );
}

function stateText(open: number): string {
  if (open === 0) return 'Ready to preview';
  return open === 1 ? '1 required field' : `${open} required fields`;
}

/** The field's message, but a short one where it explains the whole region. */
function hintText(field: ListingField, { form, mistakes }: ListingForm): string | undefined {
  const refused = field === 'location' && form.values.location.trim() !== '';
  return refused ? 'Choose a town in the Capital Region' : mistakes[field];
}

/** Says that only an account can publish. */
function SignInPrompt({ onSignIn }: { onSignIn: () => void }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>Sign in to publish</Text>
        <Text>We&apos;ll email you a code. No password. What you fill in before is kept.</Text>
        <Button data-autofocus onClick={onSignIn}>
          Sign In
        </Button>
      </Stack>
    </Paper>
  );
}

function saveLabel(saving: boolean, listing: ListingView | undefined): string {
  if (listing) return saving ? 'Saving...' : 'Save Changes';
  return saving ? 'Publishing...' : 'Publish Listing';
}

/** Moves the focus and the view to the start of each further step. */
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
