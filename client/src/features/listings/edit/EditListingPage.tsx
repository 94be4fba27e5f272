import { Button, Center, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListingView } from '@marketplace/shared/listings/views';
import { createListingTexts, updateListingTexts } from '@marketplace/shared/outcomes/listings';
import { texts } from '@marketplace/shared/texts';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ListingSteps } from './ListingSteps.tsx';
import type { Step } from './PreviewStep.tsx';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { useListingId } from '../detail/use-listing-id.ts';
import { useDraftPictures } from '../photos/use-draft-pictures.ts';
import { type Pictures, usePictures } from '../photos/use-pictures.ts';

/** The editor of one listing; 'new' in its place creates one. */
export function Component() {
  const id = useListingId();
  return (
    <PageContainer size={768}>
      {id === 'new' ? <NewListing /> : <ExistingListing id={id} />}
    </PageContainer>
  );
}

/** Open to everybody; a visitor may write, and signs in here to publish. */
function NewListing() {
  const pictures = useDraftPictures();
  return <Editor title="Create Listing" pictures={pictures} saved={createListingTexts.saved} />;
}

function ExistingListing({ id }: { id: string }) {
  const user = useCurrentUser();
  const { data: listing, error, refetch } = trpc.listings.byId.useQuery({ id });
  if (error && !listing) {
    return (
      <NotFound onRetry={errorCode(error) === 'NOT_FOUND' ? undefined : () => void refetch()} />
    );
  }
  if (!listing) {
    return (
      <Center component="output" mih="50vh">
        <Stack align="center" gap="sm">
          <Loader aria-hidden />
          <Text c="dimmed">Loading listing...</Text>
        </Stack>
      </Center>
    );
  }
  if (user && listing.sellerId !== user.id) return <Foreign />;
  return <EditListing key={listing.id} listing={listing} />;
}

function EditListing({ listing }: { listing: ListingView }) {
  const pictures = usePictures(listing.images);
  return (
    <Editor
      title="Edit Listing"
      listing={listing}
      pictures={pictures}
      saved={updateListingTexts.saved}
    />
  );
}

interface EditorProps {
  title: string;
  /** The listing that is edited; without it a new one is written. */
  listing?: ListingView;
  pictures: Pictures;
  /** Said after a successful save. */
  saved: { title: string; message: string };
}

function Editor({ title, listing, pictures, saved }: EditorProps) {
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const [step, setStep] = useState<Step>('form');
  return (
    <>
      <Breadcrumbs here={title} above={[{ label: 'My Listings', to: paths.myListings }]} />
      <BackButton />
      <Title order={1} mb="lg">
        {title}
      </Title>
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
        <ListingSteps
          kind="editor"
          listing={listing}
          pictures={pictures}
          step={step}
          onStep={setStep}
          onSaved={() => {
            toast({ ...saved, kind: 'success' });
            void navigate(paths.myListings);
          }}
          onCancel={() => void navigate(paths.myListings)}
          signIn={() => openSignIn({ reason: 'Sign in to publish your listing.' })}
        />
      </Paper>
    </>
  );
}

function BackButton() {
  return (
    <Button
      component={PageLink}
      to={paths.myListings}
      variant="subtle"
      size="compact-md"
      ml="-0.5rem"
      leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
    >
      Back
    </Button>
  );
}

/** Somebody else's listing: says so and goes to the user's own. */
function Foreign() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: 'Access Denied', message: texts.editOwnOnly, kind: 'error' });
    void navigate(paths.myListings, { replace: true });
  }, [navigate]);
  return null;
}

/** `onRetry` where it may well exist, and only could not be fetched. */
function NotFound({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <EmptyState
      order={1}
      title="Listing Not Found"
      text={onRetry ? 'It could not be loaded. Check your connection and try again.' : undefined}
      action={
        <Stack gap="sm">
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button component={PageLink} to={paths.myListings}>
            Back to My Listings
          </Button>
        </Stack>
      }
    />
  );
}
