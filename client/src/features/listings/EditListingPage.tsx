import { Alert, Button, Center, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListingView } from '@marketplace/shared/listings/views';
import { texts } from '@marketplace/shared/texts';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingForm } from './ListingForm.tsx';
import { titleSize } from './title-size.ts';
import { Trail } from './Trail.tsx';
import { useListingId } from './use-listing-id.ts';
import { usePictures } from './use-pictures.ts';

/** The editor of one listing; 'new' in its place creates one. */
export function Component() {
  const id = useListingId();
  return (
    <PageContainer size={768}>
      {id === 'new' ? <NewListing /> : <ExistingListing id={id} />}
    </PageContainer>
  );
}

/** Open to everybody; a visitor may write, and signs in here to publish (decisions: Routes and screens). */
function NewListing() {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const blocked = user ? undefined : (
    <Alert color="river" title="Sign in to Create Listing">
      <Stack gap="sm" align="flex-start">
        <Text>
          You can fill in the form now. Publishing it takes an account: an e-mail address and a
          code.
        </Text>
        <Button onClick={() => openSignIn({ reason: 'Sign in to publish your listing.' })}>
          Sign In
        </Button>
      </Stack>
    </Alert>
  );
  return <Editor title="Create Listing" blocked={blocked} saved="Listing created successfully" />;
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
  return (
    <Editor
      key={listing.id}
      title="Edit Listing"
      listing={listing}
      saved="Listing updated successfully"
    />
  );
}

interface EditorProps {
  title: string;
  listing?: ListingView;
  blocked?: React.ReactNode;
  /** Said after a successful save. */
  saved: string;
}

function Editor({ title, listing, blocked, saved }: EditorProps) {
  const navigate = useNavigate();
  const pictures = usePictures(listing?.images);
  return (
    <>
      <Trail here={title} above={[{ label: 'My Listings', to: paths.myListings }]} />
      <Title order={1} mb="lg" fz={titleSize}>
        {title}
      </Title>
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
        <ListingForm
          kind="editor"
          listing={listing}
          pictures={pictures}
          blocked={blocked}
          onCancel={() => void navigate(paths.myListings)}
          onSaved={() => {
            toast({ title: 'Success', message: saved, kind: 'success' });
            void navigate(paths.myListings);
          }}
        />
      </Paper>
    </>
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
