import { Button, Skeleton, Title } from '@mantine/core';
import { matchPath, useLocation } from 'react-router-dom';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useDocumentTitle } from '../../config/document-title.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { SellerReviews } from '../reviews/SellerReviews.tsx';
import { UserHeader } from './UserHeader.tsx';
import { UserListings } from './UserListings.tsx';
import classes from './UserPage.module.css';

/** What everybody may know of a user: who they are, what they offer, what others say of them. */
export function Component() {
  const { pathname } = useLocation();
  const id = matchPath('/users/:id', pathname)?.params.id ?? '';
  const { data: profile, error, refetch } = trpc.account.profile.useQuery({ id });
  useDocumentTitle(profile?.displayName);
  return (
    <PageContainer>
      {profile ? (
        <>
          <UserHeader profile={profile} />
          <div className={classes.sections}>
            <section aria-labelledby="user-listings">
              <Title order={2} size="h3" id="user-listings" mb="md">
                Listings
              </Title>
              <UserListings profile={profile} />
            </section>
            <div className={classes.reviews}>
              <SellerReviews sellerId={profile.id} />
            </div>
          </div>
        </>
      ) : error ? (
        <Failed onRetry={errorCode(error) === 'NOT_FOUND' ? undefined : () => void refetch()} />
      ) : (
        <Skeleton height={150} radius="lg" />
      )}
    </PageContainer>
  );
}

/** `onRetry` where the user may well exist, and only could not be fetched. */
function Failed({ onRetry }: { onRetry: (() => void) | undefined }) {
  if (onRetry) return <ErrorState onRetry={onRetry} />;
  return (
    <EmptyState
      order={1}
      title="User not found"
      text="They may have left the marketplace."
      action={
        <Button component={PageLink} to={paths.listings()}>
          Browse Marketplace
        </Button>
      }
    />
  );
}
