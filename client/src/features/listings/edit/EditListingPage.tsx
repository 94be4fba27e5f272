import { Button, Paper, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListingView } from '@marketplace/shared/listings/views';
import { createListingTexts, updateListingTexts } from '@marketplace/shared/outcomes/listings';
import { texts } from '@marketplace/shared/texts';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { usePathId } from '../../../config/use-path-id.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconArrowLeft } from '../../../ui/icons/listing-icons.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { Step } from './FormStep.tsx';
import { ListingSteps } from './ListingSteps.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/Breadcrumbs.tsx';
import { ListingLoading, ListingUnavailable } from '../detail/ListingUnavailable.tsx';
import { usePictures } from '../photos/use-pictures.ts';

/** The editor of a listing. The id 'new' creates a listing. */
export function Component() {
  const id = usePathId();
  const editor = id === 'new' ? <Editor /> : <ExistingListing id={id} />;
  return <PageContainer size={1048}>{editor}</PageContainer>;
}

function ExistingListing({ id }: { id: string }) {
  const user = useCurrentUser();
  const { data: listing, error, refetch } = trpc.listings.byId.useQuery({ id });
  if (error && !listing) {
    const retry = errorCode(error) === 'NOT_FOUND' ? undefined : () => void refetch();
    return (
      <ListingUnavailable title="Listing Not Found" onRetry={retry}>
        <Button component={PageLink} to={paths.myListings}>
          Back to My Listings
        </Button>
      </ListingUnavailable>
    );
  }
  if (!listing) return <ListingLoading height="50vh" />;
  if (user && listing.sellerId !== user.id) return <Foreign />;
  return <Editor key={listing.id} listing={listing} />;
}

/** Edits a listing or creates one. A visitor can write a listing but must sign in to publish it. */
function Editor({ listing }: { listing?: ListingView }) {
  const pictures = usePictures(listing);
  const title = listing ? 'Edit Listing' : 'Create Listing';
  const { saved } = listing ? updateListingTexts : createListingTexts;
  const navigate = useNavigate();
  const leave = () => void navigate(paths.myListings);
  const openSignIn = useSignIn();
  const [step, setStep] = useState<Step>('form');
  return (
    <>
      <Breadcrumbs here={title} above={[{ label: 'My Listings', to: paths.myListings }]} />
      <Button
        component={PageLink}
        to={paths.myListings}
        variant="subtle"
        size="compact-md"
        ml={-8}
        my={4}
        leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
      >
        Back
      </Button>
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
            leave();
          }}
          onCancel={leave}
          signIn={() => openSignIn({ reason: 'Sign in to publish your listing.' })}
        />
      </Paper>
    </>
  );
}

/** Shown for another user's listing: shows an error and opens the user's listings. */
function Foreign() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: 'Access Denied', message: texts.editOwnOnly, kind: 'error' });
    void navigate(paths.myListings, { replace: true });
  }, [navigate]);
  return null;
}
